import type { GuideStep } from '@yunji/contract/configuration/guide/schema'
import { getGuideSteps, setGuideSteps } from '@yunji/contract/operator/content-calls'
import { useFieldArray } from 'react-hook-form'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { PictureField } from '../ui/content-fields.tsx'
import {
  Form,
  type Option,
  SelectField,
  Submit,
  TextAreaField,
  TextField,
  useContractForm,
  withBasis,
} from '../ui/form.tsx'
import { Async, Card } from '../ui/states.tsx'
import styles from './detail.module.css'

const MOST_STEPS = 8
/** A select has no empty value. */
const WHOLE_PAGE = 'page'
const targets: readonly Option[] = [
  [WHOLE_PAGE, '整个首页'],
  ['trial', '试用'],
  ['create', '创建云手机'],
  ['devices', '设备'],
  ['messages', '消息'],
  ['user', '我的'],
]

export default function GuidePage() {
  const guide = useCall(getGuideSteps, {})
  return (
    <Card title="新人引导" note={<span className={styles.note}>没有步骤时不引导</span>}>
      <Async of={guide}>{({ steps }) => <GuideForm steps={steps} />}</Async>
    </Card>
  )
}

function GuideForm({ steps }: { readonly steps: readonly GuideStep[] }) {
  const mayWrite = useRight('settings.write')
  const form = useContractForm<{ steps: GuideStep[] }>(setGuideSteps.input, { steps: [...steps] })
  const fields = useFieldArray({ control: form.control, name: 'steps' })
  const save = useWrite(setGuideSteps, { done: '已保存，新用户立即看到', isQuiet: true })
  return (
    <Form form={form} write={save} isReadOnly={!mayWrite} onSubmit={(values) => save.mutate(withBasis(form, values))}>
      {fields.fields.map(({ id }, index) => (
        <div key={id} className={styles.step}>
          <div className={styles.itemRow}>
            <TextField name={`steps.${index}.title`} label={`第 ${index + 1} 步的标题`} maxLength={16} />
            <SelectField
              name={`steps.${index}.target`}
              label="指向"
              options={targets}
              codec={{
                show: (value) => (value === '' ? WHOLE_PAGE : String(value)),
                read: (text) => (text === WHOLE_PAGE ? '' : text),
              }}
            />
            {mayWrite && (
              <IconButton icon="trash" label={`去掉第 ${index + 1} 步`} onClick={() => fields.remove(index)} />
            )}
          </div>
          <TextAreaField name={`steps.${index}.text`} label="文字" rows={2} maxLength={100} />
          <PictureField name={`steps.${index}.image`} label="图片" hint="可以不填；上传，或填本站的路径" />
        </div>
      ))}
      {mayWrite && (
        <div className={styles.buttons}>
          <Button
            icon="plus"
            disabled={fields.fields.length >= MOST_STEPS}
            onClick={() => fields.append({ title: '', text: '', image: '', target: '' })}
          >
            添加一步
          </Button>
          <Submit isBusy={save.isPending}>保存</Submit>
        </div>
      )}
    </Form>
  )
}
