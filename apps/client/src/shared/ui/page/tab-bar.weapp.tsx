import type { TabBarProps } from './tab-bar.h5.tsx'

/** The mini-program draws its own bar under the page. */
export function TabBar(_props: TabBarProps) {
  return null
}
