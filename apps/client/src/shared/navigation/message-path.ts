import { MessageType } from '@yunji/contract/message/enums'
import { pathOf } from '@yunji/contract/navigation/pages'

/** The message list's parameter that says which type it shows. */
export const MESSAGE_TYPE_PARAM = 'messageType'

/** What the page's query asks for; anything unknown is the announcements. */
export const messageTypeOf = (text: string | undefined): MessageType =>
  Object.values(MessageType).find((type) => String(type) === text) ?? MessageType.notice

export const messageListPath = (messageType: MessageType): string =>
  `${pathOf('user/messageList')}?${MESSAGE_TYPE_PARAM}=${messageType}`
