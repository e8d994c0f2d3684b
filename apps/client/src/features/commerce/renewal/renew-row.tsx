import { renewRefusalTexts } from '@yunji/contract/commerce/renewal/rules'
import type { RenewDevice } from '@yunji/contract/commerce/renewal/schema'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import { remainingTime } from '@yunji/contract/display/time'
import { client } from '../../../shared/platform/app/client'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Tick } from '../../../shared/ui/choice/tick.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import styles from './renew-row.module.css'

/** `剩 12 天 6 小时`, `剩 17 小时`. */
const shortened = (text: string): string => text.replace('剩余', '剩').replace(/(小时) .*分钟/, '$1')

/** Remaining time, or the reason why it cannot be renewed. */
function Left({ device, nowMs }: { readonly device: RenewDevice; readonly nowMs: number }) {
  const { refusal, keptUntil, expiresAt } = device
  if (refusal) return <Box className={styles.left}>{renewRefusalTexts[refusal]}</Box>
  if (keptUntil !== null) {
    return (
      <Box className={classes(styles.left, styles.kept)}>
        到期保留 <Countdown endsAtMs={keptUntil} clock={serverClock} />
      </Box>
    )
  }
  const isSoon = expiresAt - nowMs <= EXPIRING_SOON_MS
  return <Box className={classes(styles.left, isSoon && styles.soon)}>{shortened(remainingTime(expiresAt, nowMs))}</Box>
}

interface RenewRowProps {
  readonly device: RenewDevice
  readonly nowMs: number
  readonly isChosen: boolean
  readonly onTap: () => void
}

/** A device to renew. */
export function RenewRow({ device, nowMs, isChosen, onTap }: RenewRowProps) {
  const { name, cover, goodsLevel, monthCents, autoRenew, keptUntil, refusal } = device
  const tone = keptUntil === null ? 'run' : 'dead'
  return (
    <Tap
      className={classes(styles.row, refusal !== null && styles.refused)}
      isChecked={isChosen}
      isDisabled={refusal !== null}
      onTap={onTap}
    >
      <Tick isOn={isChosen} />
      <Box className={styles.cover}>
        <DeviceCover src={cover ? client.apiBase + cover : undefined} tone={tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.top}>
          <Box className={styles.name}>{name}</Box>
          <LevelBadge level={goodsLevel} />
          {autoRenew && <Tag tone="brand">自动续费</Tag>}
        </Box>
        <Left device={device} nowMs={nowMs} />
      </Box>
      {monthCents !== null && refusal !== 'metered' && (
        <Box className={classes(styles.price, !isChosen && styles.quiet)}>
          <Price cents={monthCents} per="/月" />
        </Box>
      )}
    </Tap>
  )
}
