import { type PageRoute, pages } from '@yunji/contract/pages'

/** Our own page beside the specification's 47: where an unknown path ends. */
export const NOT_FOUND_ROUTE = 'notFound/index'

/** Shows the design system; the product itself does not have it (see app.config.ts). */
export const GALLERY_ROUTE = 'gallery/index'

export type ClientRoute = PageRoute | typeof NOT_FOUND_ROUTE | typeof GALLERY_ROUTE

const titles: ReadonlyMap<string, string> = new Map([
  ...pages.map(({ route, title }) => [route, title] as const),
  [NOT_FOUND_ROUTE, '页面不存在'],
])

export const pageTitle = (route: ClientRoute): string => titles.get(route) ?? ''
