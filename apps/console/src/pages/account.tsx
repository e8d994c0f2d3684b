import { getOperatorSessions } from '@yunji/contract/operator/account-calls'
import { useState } from 'react'
import { useCall } from '../api/query.ts'
import { roleNames, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts } from '../ui/states.tsx'
import { ChangePassword } from './login/steps.tsx'
import { SessionList } from './session-list.tsx'

export default function AccountPage() {
  const { operator } = useSelf()
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
            ['角色', roleNames[operator.role]],
          ]}
        />
      </Card>
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
