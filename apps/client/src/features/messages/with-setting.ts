import type { MessageType } from '@yunji/contract/message/enums'
import type { MessageSetting } from '@yunji/contract/message/schema'

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
