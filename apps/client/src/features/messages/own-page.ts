import { pages, pathOf } from '@yunji/contract/navigation/pages'

const paths: ReadonlySet<string> = new Set(pages.map(({ route }) => pathOf(route)))

/** Whether a message leads to a page of ours: a link that an older client does not know leads nowhere. */
export const isOwnPage = (link: string): boolean => paths.has(link.split('?', 1)[0] ?? '')
