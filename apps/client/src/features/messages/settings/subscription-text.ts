import type { MessageType } from '@yunji/contract/messages/rules'
import type { MessageSetting } from '@yunji/contract/messages/schema'

interface Subscription {
  readonly isSubscribed: boolean
  readonly subscriptionsLeft: number
  /** WeChat has a message of the type. */
  readonly hasTemplate: boolean
  /** Here is where the user can agree. */
  readonly canAsk: boolean
}

/** State of WeChat subscriptions: one message for each consent. */
export const subscriptionText = ({ isSubscribed, subscriptionsLeft, hasTemplate, canAsk }: Subscription): string => {
  if (!hasTemplate) return '这类消息暂不支持'
  if (!isSubscribed) return '开启后推送到微信'
  const left = `还可接收 ${subscriptionsLeft} 条`
  return canAsk ? left : `${left}，请在微信小程序内增加`
}

/** The settings with those of one type changed. */
export const withSetting = <Held extends { readonly settings: readonly MessageSetting[] }>(
  held: Held,
  messageType: MessageType,
  changes: Partial<MessageSetting>,
): Held => ({
  ...held,
  settings: held.settings.map((setting) =>
    setting.messageType === messageType ? { ...setting, ...changes } : setting,
  ),
})
