import { type PageRoute, pages } from '@yunji/contract/navigation/pages'

/** The specification's colour of the selected tab. */
export const TAB_SELECTED_COLOR = '#3071F2'
export const TAB_COLOR = '#646D7E'

export interface Tab {
  readonly route: PageRoute
  readonly title: string
}

export const tabs: readonly Tab[] = pages.filter((page) => 'tab' in page)
