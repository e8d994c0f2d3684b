import { OtherWays } from './other-ways.tsx'
import { useAppletLogin } from './use-applet-login.ts'
import { WechatButton } from './wechat-button.tsx'
import type { WechatWayProps } from './wechat-way.h5.tsx'

/** Login by the mini-program's code. */
export function WechatWay({ mayBegin, returnPath }: WechatWayProps) {
  const { isBusy, begin } = useAppletLogin(returnPath)
  return (
    <OtherWays>
      <WechatButton isBusy={isBusy} onTap={() => mayBegin() && begin()} />
    </OtherWays>
  )
}
