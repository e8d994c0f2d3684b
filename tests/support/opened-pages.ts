import { MessageType, messageTypeLabels } from '@yunji/contract/messages/rules'
import { pages } from '@yunji/contract/pages'

/** Every page with its title when opened without parameters. */
export const openedPages = pages.map(({ route, title }) => ({
  route,
  title: route === 'user/messageList' ? messageTypeLabels[MessageType.notice] : title,
}))
