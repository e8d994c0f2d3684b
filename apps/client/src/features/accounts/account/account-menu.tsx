import { formatBeans } from '@yunji/contract/display/money'
import { EMPTY_TEXT } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { getUnreadTickets } from '@yunji/contract/service/calls'
import { useCall } from '../../../shared/api/query.ts'
import { rechargePath } from '../../../shared/navigation/page-paths.ts'
import { ticketsPath } from '../../../shared/navigation/service-paths.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Badged } from '../../../shared/ui/badge/badge.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { bean, clock } from '../../../shared/ui/icon/icons.ts'
import { shortcuts, type Tile as TileEntry, tiles } from './account-entries.ts'
import styles from './account-menu.module.css'
import { type AccountFigures, monthlyText, notesOf, shortBeans, shortYuan } from './figures.ts'

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

interface FigureProps {
  readonly name: string
  readonly to: string
  readonly sign?: string
  /** Undefined until loaded, or without a login. */
  readonly figure: string | undefined
  readonly unit?: string
}

function Figure({ name, to, sign, figure, unit }: FigureProps) {
  return (
    <Tap className={styles.column} to={to}>
      <Box className={styles.figure}>
        {sign && figure && (
          <Box as="span" className={styles.sign}>
            {sign}
          </Box>
        )}
        {figure ?? EMPTY_TEXT}
        {unit && figure && (
          <Box as="span" className={styles.unit}>
            {unit}
          </Box>
        )}
      </Box>
      <Box className={styles.note}>{name}</Box>
    </Tap>
  )
}

interface FiguresProps {
  readonly figures: AccountFigures | undefined
}

/** Figures of the account. From ten thousand yuan on they are abbreviated, so that three fit in a row. */
function Belongings({ figures }: FiguresProps) {
  return (
    <Card className={styles.belongings}>
      <Box className={styles.columns}>
        <Figure
          name="账户余额"
          to={rechargePath('balance')}
          sign="¥"
          figure={figures && shortYuan(figures.balanceCents)}
        />
        <Figure name="云豆" to={rechargePath('beans')} figure={figures && shortBeans(figures.beansCents)} />
        <Figure
          name="优惠券"
          to={pathOf('user/coupon')}
          figure={figures && formatBeans(figures.usableCoupons)}
          unit="张"
        />
      </Box>
      <NoticeBar icon={bean} text={monthlyText(figures)} action="去转换" to={pathOf('CloudBeanToMonthly/index')} />
    </Card>
  )
}

/** Tickets with an answer that was not read, for the entry of customer service. */
const useUnreadTickets = (): number => {
  const { data, refetch, isEnabled } = useCall(getUnreadTickets, {})
  useReturn(() => {
    if (isEnabled) void refetch()
  })
  return data?.unread ?? 0
}

function Shortcuts() {
  const unread = useUnreadTickets()
  return (
    <Card className={styles.grid}>
      {shortcuts.map(({ route, icon, title }) => {
        const count = route === 'CustomerService/index' ? unread : 0
        const label = count > 0 ? `${title}，${count} 个工单有新回复` : undefined
        return (
          <Tap key={route} className={styles.shortcut} to={count > 0 ? ticketsPath() : pathOf(route)} label={label}>
            <Badged count={count}>
              <Box className={styles.drawing}>
                <Icon of={icon} />
              </Box>
            </Badged>
            {title}
          </Tap>
        )
      })}
    </Card>
  )
}

/** Ways to the pages about the user's own things. */
export function AccountMenu({ figures }: FiguresProps) {
  const notes = figures ? notesOf(figures) : {}
  return (
    <>
      <Belongings figures={figures} />
      <Box className={styles.tiles}>
        {tiles.map(({ note, ...entry }) => (
          <Tile key={entry.route} {...entry} note={notes[entry.route] ?? note} className={styles.tile} />
        ))}
      </Box>
      <Shortcuts />
      <Card>
        <Cell icon={clock} title="定时任务" value="到点自动重启、开关机" to={pathOf('Device/schedules')} />
      </Card>
    </>
  )
}
