import { getMessagingLogin } from '@yunji/contract/user/login-calls'
import { useState } from 'react'
import { useCall } from '../../shared/api/query.ts'
import { showError } from '../../shared/api/show-error.ts'
import { client } from '../../shared/platform/client'
import { isReachable } from './authorisation.ts'
import { beginAuthorisation } from './begin-authorisation.h5.ts'
import { returnPathBeyond } from './leave-login.ts'
import { OtherWays } from './other-ways.tsx'
import { WechatButton } from './wechat-button.tsx'
import type { WechatWayProps } from './wechat-way-props.ts'

/** By official account, where the product has one that can be reached from here. */
export function WechatWay({ mayBegin, returnPath }: WechatWayProps) {
  const { data } = useCall(getMessagingLogin, {})
  const [isLeaving, setLeaving] = useState(false)
  if (!data?.officialAccount || !isReachable(data.officialAccount.authorizeUrl, client.isMessagingBrowser)) return null

  const begin = () => {
    if (!mayBegin()) return
    setLeaving(true)
    beginAuthorisation({ scope: 'snsapi_base', returnPath: returnPathBeyond(returnPath) }).catch((error: unknown) => {
      setLeaving(false)
      showError(error)
    })
  }
  return (
    <OtherWays>
      <WechatButton isBusy={isLeaving} onTap={begin} />
    </OtherWays>
  )
}
