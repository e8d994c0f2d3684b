import { getWechatLogin } from '@yunji/contract/accounts/session/calls'
import { useCall } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { client } from '../../../../shared/platform/app/client'
import { returnPathBeyond } from '../form/leave-login.ts'
import { isReachable } from './authorisation.ts'
import { beginAuthorisation } from './begin-authorisation.h5.ts'
import { OtherWays } from './other-ways.tsx'
import { WechatButton } from './wechat-button.tsx'

export interface WechatWayProps {
  /** Whether the agreement is accepted; shows the missing one. */
  readonly mayBegin: () => boolean
  readonly returnPath: string | undefined
}

/** Login by official account; hidden where the product has none, or it cannot be reached from here. */
export function WechatWay({ mayBegin, returnPath }: WechatWayProps) {
  const { data } = useCall(getWechatLogin, {})
  const { isBusy, isDone, run } = useWrite(() =>
    beginAuthorisation({ scope: 'snsapi_base', returnPath: returnPathBeyond(returnPath) }),
  )
  if (!data?.officialAccount || !isReachable(data.officialAccount.authorizeUrl, client.isWechatBrowser)) return null

  return (
    <OtherWays>
      {/* Busy until the browser has left for the other site. */}
      <WechatButton isBusy={isBusy || isDone} onTap={() => mayBegin() && run()} />
    </OtherWays>
  )
}
