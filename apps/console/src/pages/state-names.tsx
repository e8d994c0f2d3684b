import { defaultStateNames } from '@yunji/contract/configuration/rules'
import { getStateNames, setStateName } from '@yunji/contract/operator/content-calls'
import { deviceStateLabels } from '@yunji/contract/operator/labels'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextField, useContractForm, withBasis } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { Facts, State, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'

type StateName = CallData<typeof getStateNames>['records'][number]

const isDefault = ({ state, label, note }: StateName): boolean =>
  label === defaultStateNames[state].label && note === defaultStateNames[state].note

const columns: readonly Column<StateName>[] = [
  { id: 'state', title: '状态', cell: ({ state }) => deviceStateLabels[state] },
  { id: 'label', title: '名称', cell: ({ label, tone }) => <State tone={tone}>{label}</State> },
  { id: 'note', title: '说明', cell: ({ note }) => note },
  {
    id: 'isDefault',
    title: '来源',
    cell: (name) => (isDefault(name) ? <Tag>默认</Tag> : <Tag tone="brand">已修改</Tag>),
  },
]

export default function StateNamesPage() {
  const mayWrite = useRight('settings.write')
  return (
    <ListPage
      id="state-names"
      call={getStateNames}
      paging="none"
      columns={columns}
      rowId={({ state }) => state}
      empty="没有状态"
      detailTitle={({ label }) => label}
      renderDetail={(name) => (
        <StateNameDetail key={name.state + name.label + name.note} name={name} mayWrite={mayWrite} />
      )}
    />
  )
}

function StateNameDetail({ name, mayWrite }: { readonly name: StateName; readonly mayWrite: boolean }) {
  const { state, label, note } = name
  const standard = defaultStateNames[state]
  const form = useContractForm(setStateName.input, { state, label, note })
  const save = useWrite(setStateName, { done: '名称已更新', isQuiet: true })
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', deviceStateLabels[state]],
          ['用户看到', <State key="label" tone={name.tone}>{`${label}：${note}`}</State>],
          ['默认', `${standard.label}：${standard.note}`],
        ]}
      />
      {mayWrite && (
        <Form form={form} write={save} onSubmit={(values) => save.mutate(withBasis(form, values))}>
          <TextField name="label" label="名称" maxLength={8} />
          <TextField name="note" label="说明" hint="立即生效；已经打开的客户端最多 5 分钟后更新" maxLength={32} />
          <div className={styles.buttons}>
            <Submit isBusy={save.isPending}>保存</Submit>
            {!isDefault(name) && (
              <Button onClick={() => save.mutate({ state, ...standard })} disabled={save.isPending}>
                恢复默认
              </Button>
            )}
          </div>
        </Form>
      )}
    </div>
  )
}
