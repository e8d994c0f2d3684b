import { getOperatorSessions, setDisplayName } from '@yunji/contract/operator/account-calls'
import { operatorRoleLabels } from '@yunji/contract/operator/labels'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts } from '../ui/states.tsx'
import { ChangePassword } from './login/steps.tsx'
import { SessionList } from './session-list.tsx'

export default function AccountPage() {
  const { operator, displayName = operator.name } = useSelf()
  const mayAnswer = useRight('tickets.answer')
  const sessions = useCall(getOperatorSessions, {}, { isEnabled: operator.operatorId !== null })
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Card
        title="我的账号"
        note={
          <Button icon="lock" onClick={() => setChanging(true)}>
            修改密码
          </Button>
        }
      >
        <Facts
          of={[
            ['用户名', operator.name],
            ['角色', operatorRoleLabels[operator.role]],
          ]}
        />
      </Card>
      {mayAnswer && operator.operatorId !== null && (
        <Card title="回复用户时的署名">
          <DisplayNameForm displayName={displayName} />
        </Card>
      )}
      <Card title="有效的登录">
        <Async of={sessions}>{({ records }) => <SessionList sessions={records} />}</Async>
      </Card>
      <Dialog
        title="修改密码"
        description="修改后，你在其他地方的登录随即失效。"
        isOpen={isChanging}
        onClose={() => setChanging(false)}
      >
        <ChangePassword onDone={() => setChanging(false)} />
      </Dialog>
    </>
  )
}

function DisplayNameForm({ displayName }: { readonly displayName: string }) {
  const form = useContractForm(setDisplayName.input, { displayName })
  const save = useWrite(setDisplayName, { done: '已保存', isQuiet: true })
  return (
    <Form form={form} write={save} onSubmit={(values) => save.mutate(values)}>
      <TextField name="displayName" label="署名" hint="用户看到的名字；不填为用户名" maxLength={32} />
      <Submit isBusy={save.isPending}>保存</Submit>
    </Form>
  )
}
