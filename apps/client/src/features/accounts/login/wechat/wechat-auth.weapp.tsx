import { finishLogin } from '../form/leave-login.ts'
import { BindPhoneForm } from './bind-phone-form.tsx'
import { setPendingBind, usePendingBind } from './pending-bind.ts'
import { useAppletLogin } from './use-applet-login.ts'
import { WechatStart } from './wechat-start.tsx'

/** The mini-program logs in without a redirect; this page only binds a phone. */
export function WechatAuth() {
  const { pending } = usePendingBind()
  const { isBusy, begin } = useAppletLogin(undefined)
  if (!pending) return <WechatStart isBusy={isBusy} onBegin={begin} />
  const finish = () => {
    setPendingBind(null)
    void finishLogin(pending.returnPath)
  }
  return <BindPhoneForm bindTicket={pending.bindTicket} onLoggedIn={finish} />
}
