import type { ReactNode } from 'react'
import { type ClientRoute, pageTitle } from '../../navigation/page-title.ts'
import { Box } from '../elements/elements'
import styles from './tab-header.module.css'

interface TabHeaderProps {
  readonly route: ClientRoute
  /** Content beside the title, left of the mini-program's capsule. */
  readonly action?: ReactNode
}

/** Title of a tab; without a back button. */
export function TabHeader({ route, action }: TabHeaderProps) {
  return (
    <Box as="header" className={styles.bar}>
      <Box as="h1" className={styles.title}>
        {pageTitle(route)}
      </Box>
      {action}
    </Box>
  )
}
