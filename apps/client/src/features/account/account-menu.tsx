import { pathOf } from '@yunji/contract/navigation/pages'
import { Card } from '../../shared/ui/card.tsx'
import { Box, Tap } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import { IconTile } from '../../shared/ui/icon-tile.tsx'
import { bean } from '../../shared/ui/icons.ts'
import { NoticeBar } from '../../shared/ui/notice-bar.tsx'
import { belongings, shortcuts, type Tile as TileEntry, tiles } from './account-entries.ts'
import styles from './account-menu.module.css'

function Tile({ route, icon, title, note, tone, className }: TileEntry & { readonly className?: string }) {
  return (
    <Tap className={className} to={pathOf(route)}>
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
  )
}

/** Figures stand here once there are any to read. */
function Belongings() {
  return (
    <Card className={styles.belongings}>
      <Box className={styles.columns}>
        {belongings.map((entry) => (
          <Tile key={entry.route} {...entry} className={styles.column} />
        ))}
      </Box>
      <NoticeBar icon={bean} text="云豆转包月" action="去转换" to={pathOf('CloudBeanToMonthly/index')} />
    </Card>
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
      <Belongings />
      <Box className={styles.tiles}>
        {tiles.map((entry) => (
          <Tile key={entry.route} {...entry} className={styles.tile} />
        ))}
      </Box>
      <Shortcuts />
    </>
  )
}
