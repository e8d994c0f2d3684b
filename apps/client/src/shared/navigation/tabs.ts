import { type PageRoute, pages, pathOf } from '@yunji/contract/pages'

/** The specification's colour of the selected tab, for its icon; small words in it would have too little contrast. */
export const TAB_SELECTED_COLOR = '#3071F2'

export interface Tab {
  readonly route: PageRoute
  readonly title: string
}

export const tabs: readonly Tab[] = pages.filter((page) => 'tab' in page)

export const HOME_ROUTE: PageRoute = 'Home/index'

const tabPaths: ReadonlySet<string> = new Set(tabs.map(({ route }) => pathOf(route)))

export const isTabPath = (path: string): boolean => tabPaths.has(path)

/** Folders that one tab alone leads to. */
const tabOfFolder: Readonly<Record<string, PageRoute>> = {
  create: 'Home/create',
  user: 'Home/user',
  Space: 'Home/user',
  CloudBeanToMonthly: 'Home/user',
  CustomerService: 'Home/user',
}

/** The tab that a page belongs to; undefined for pages that several tabs lead to. */
export const tabBehind = (route: string): PageRoute | undefined => tabOfFolder[route.slice(0, route.indexOf('/'))]
