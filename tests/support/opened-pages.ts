import { MessageType, messageTypeLabels } from '@yunji/contract/messages/rules'
import { pages } from '@yunji/contract/pages'

/** Every page with the title that it has when it is opened by its address alone: a list of messages begins with notices. */
export const openedPages = pages.map(({ route, title }) => ({
  route,
  title: route === 'user/messageList' ? messageTypeLabels[MessageType.notice] : title,
}))
