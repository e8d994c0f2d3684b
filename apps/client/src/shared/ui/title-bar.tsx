import { type ClientRoute, pageTitle } from '../navigation/page-title.ts'
import { client } from '../platform/client'
import { goBackFrom } from '../platform/router.ts'
import { classes } from './classes.ts'
import { Box, Tap } from './elements'
import { Icon } from './icon.tsx'
import { back } from './icons.ts'
import styles from './title-bar.module.css'

interface TitleBarProps {
  readonly route: ClientRoute
  readonly isWhite?: boolean
}

export function TitleBar({ route, isWhite }: TitleBarProps) {
  if (client.hasOuterTitleBar) return null
  return (
    <Box as="header" className={classes(styles.bar, isWhite && styles.white)}>
      <Box className={styles.row}>
        <Tap className={styles.back} label="返回" onTap={() => void goBackFrom(route)}>
          <Icon of={back} />
        </Tap>
        <Box as="h1" className={styles.title}>
          {pageTitle(route)}
        </Box>
      </Box>
    </Box>
  )
}
