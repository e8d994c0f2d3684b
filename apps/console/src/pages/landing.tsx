import { getPlayTrial } from '@yunji/contract/configuration/guide/calls'
import type { PlayTrial } from '@yunji/contract/configuration/guide/schema'
import { setPlayTrial } from '@yunji/contract/operator/content-calls'
import { useFieldArray } from 'react-hook-form'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { PictureField } from '../ui/content-fields.tsx'
import { Form, Submit, TextAreaField, TextField, useContractForm, withBasis } from '../ui/form.tsx'
import { Async, Card } from '../ui/states.tsx'
import styles from './detail.module.css'

const MOST_PICTURES = 6
const PICTURE_HINT = '内置画面 drawn:voyage、drawn:voyageIcon、drawn:orchard、drawn:desktop，上传的图片，或本站路径'

export default function LandingPage() {
  const landing = useCall(getPlayTrial, {})
  return (
    <Card
      title="试玩落地页"
      note={
        <a href="/pages/landing/play-trial/index" target="_blank" rel="noreferrer">
          查看页面
        </a>
      }
    >
      <Async of={landing}>{({ game, download }) => <LandingForm landing={{ game, download }} />}</Async>
    </Card>
  )
}

function LandingForm({ landing }: { readonly landing: PlayTrial }) {
  const mayWrite = useRight('settings.write')
  const form = useContractForm<PlayTrial>(setPlayTrial.input, landing)
  const pictures = useFieldArray({ control: form.control, name: 'game.pictures' })
  const save = useWrite(setPlayTrial, { done: '已保存，用户立即看到', isQuiet: true })
  return (
    <Form form={form} write={save} isReadOnly={!mayWrite} onSubmit={(values) => save.mutate(withBasis(form, values))}>
      <TextField name="game.name" label="名称" maxLength={12} />
      <TextField name="game.badge" label="角标" maxLength={16} />
      <TextField name="game.tagline" label="一句话" maxLength={32} />
      <TextAreaField name="game.intro" label="介绍" rows={3} maxLength={200} />
      <PictureField name="game.icon" label="图标" hint={PICTURE_HINT} />
      <PictureField name="game.hero" label="主图" hint={PICTURE_HINT} />
      <div className={styles.block}>
        <h3>图片</h3>
        {pictures.fields.map(({ id }, index) => (
          <div key={id} className={styles.itemRow}>
            <PictureField name={`game.pictures.${index}.image`} label="图片" />
            <TextField name={`game.pictures.${index}.alt`} label="说明" maxLength={32} />
            {mayWrite && (
              <IconButton icon="trash" label={`去掉第 ${index + 1} 张图片`} onClick={() => pictures.remove(index)} />
            )}
          </div>
        ))}
        {mayWrite && (
          <Button
            icon="plus"
            disabled={pictures.fields.length >= MOST_PICTURES}
            onClick={() => pictures.append({ image: '', alt: '' })}
          >
            添加图片
          </Button>
        )}
      </div>
      <TextField name="download.androidUrl" label="安卓下载地址" hint="以 https:// 开头；空的不显示" />
      <TextField name="download.iosUrl" label="iOS 下载地址" hint="以 https:// 开头；空的不显示" />
      {mayWrite && <Submit isBusy={save.isPending}>保存</Submit>}
    </Form>
  )
}
