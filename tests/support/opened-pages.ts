import { MessageType, messageTypeLabels } from '@yunji/contract/messages/rules'
import { type PageRoute, pages } from '@yunji/contract/pages'

/** Titles of pages that are lists without parameters. */
const listTitles: Partial<Record<PageRoute, string>> = {
  'user/messageList': messageTypeLabels[MessageType.notice],
  'webView/activity': '活动',
}

/** Every page with its title when opened without parameters. */
export const openedPages = pages.map(({ route, title }) => ({ route, title: listTitles[route] ?? title }))
