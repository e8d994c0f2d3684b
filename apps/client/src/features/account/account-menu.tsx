import { pathOf } from '@yunji/contract/navigation/pages'
import { Card } from '../../shared/ui/card.tsx'
import { Box, Tap } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import { IconTile } from '../../shared/ui/icon-tile.tsx'
import { shortcuts, tiles } from './account-entries.ts'
import styles from './account-menu.module.css'

function Tiles() {
  return (
    <Box className={styles.tiles}>
      {tiles.map(({ route, icon, title, note, tone }) => (
        <Tap key={route} className={styles.tile} to={pathOf(route)}>
          <IconTile of={icon} tone={tone} />
          <Box className={styles.words}>
            <Box as="p" className={styles.name}>
              {title}
            </Box>
            <Box as="p" className={styles.note}>
              {note}
            </Box>
          </Box>
        </Tap>
      ))}
    </Box>
  )
}

function Shortcuts() {
  return (
    <Card className={styles.grid}>
      {shortcuts.map(({ route, icon, title }) => (
        <Tap key={route} className={styles.shortcut} to={pathOf(route)}>
          <Box className={styles.drawing}>
            <Icon of={icon} />
          </Box>
          {title}
        </Tap>
      ))}
    </Card>
  )
}

/** Ways to the pages about the user's own things. */
export function AccountMenu() {
  return (
    <>
      <Tiles />
      <Shortcuts />
    </>
  )
}
