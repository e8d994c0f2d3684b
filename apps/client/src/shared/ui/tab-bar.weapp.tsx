import type { TabBarProps } from './tab-bar-props.ts'

/** The mini-program draws its own bar under the page. */
export function TabBar(_props: TabBarProps) {
  return null
}
