import { getOperatorSessions, renewSecondFactor, setDisplayName } from '@yunji/contract/operator/account-calls'
import { operatorRoleLabels } from '@yunji/contract/operator/labels'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ChangePassword, RecoveryCodeList } from './login/steps.tsx'
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
      {operator.operatorId !== null && <SecondFactorCard name={operator.name} />}
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

type Renewed = 'recoveryCodes' | 'secondFactor'

const renewals: Readonly<Record<Renewed, { title: string; text: string; confirm: string }>> = {
  recoveryCodes: {
    title: '换一批恢复码',
    text: '原来的恢复码随即失效，你在其他地方的登录也失效。',
    confirm: '换一批',
  },
  secondFactor: {
    title: '重新绑定动态口令',
    text: '换手机时使用：验证后立即用新的验证器扫码；原来的动态口令和恢复码失效，你在其他地方的登录也失效。',
    confirm: '重新绑定',
  },
}

function SecondFactorCard({ name }: { readonly name: string }) {
  const [what, setWhat] = useState<Renewed | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = (): void => {
    setWhat(null)
    setCodes([])
  }
  return (
    <Card title="动态口令和恢复码">
      <div className={styles.buttons}>
        <Button onClick={() => setWhat('recoveryCodes')}>换一批恢复码…</Button>
        <Button onClick={() => setWhat('secondFactor')}>重新绑定动态口令…</Button>
      </div>
      <Dialog
        title={what ? renewals[what].title : ''}
        description={codes.length > 0 ? '请现在保存，关闭后不再显示。' : what && renewals[what].text}
        isOpen={what !== null}
        onClose={close}
      >
        {codes.length > 0 ? (
          <RecoveryCodeList codes={codes} name={name} />
        ) : (
          what && <RenewForm key={what} what={what} onCodes={setCodes} />
        )}
      </Dialog>
    </Card>
  )
}

interface RenewFormProps {
  readonly what: Renewed
  readonly onCodes: (codes: readonly string[]) => void
}

function RenewForm({ what, onCodes }: RenewFormProps) {
  const form = useContractForm(renewSecondFactor.input, { password: '', totp: '', what })
  // Without codes the session is led to the enrolment, which takes the place of the pages.
  const renew = useWrite(renewSecondFactor, { isQuiet: true, onDone: ({ recoveryCodes }) => onCodes(recoveryCodes) })
  return (
    <Form form={form} write={renew} onSubmit={(values) => renew.mutate(values)}>
      <TextField name="password" label="当前密码" type="password" autoComplete="current-password" autoFocus />
      <TextField name="totp" label="动态口令" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      <Submit isBusy={renew.isPending} isWide isDestructive={what === 'secondFactor'}>
        {renewals[what].confirm}
      </Submit>
    </Form>
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
