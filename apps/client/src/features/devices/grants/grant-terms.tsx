import type { StreamMode } from '@yunji/contract/devices/device/stream'
import { accessLabels } from '@yunji/contract/devices/grant/rules'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './grants.module.css'

export const HOUR = 1
const DAY = 24 * HOUR
const HOUR_MS = 60 * 60_000

const hourLabels: readonly (readonly [hours: number, label: string])[] = [
  [HOUR, '1 小时'],
  [DAY, '1 天'],
  [7 * DAY, '7 天'],
  [30 * DAY, '30 天'],
]
const durations = hourLabels.map(([value, label]) => ({ value, label }))

export const endOf = (nowMs: number, hours: number): number => nowMs + hours * HOUR_MS

interface DurationProps {
  readonly label: string
  readonly hours: number
  readonly onHours: (hours: number) => void
}

export function Duration({ label, hours, onHours }: DurationProps) {
  return <Chips label={label} options={durations} value={hours} onChange={onHours} />
}

const accesses = (['view', 'control'] as const).map((value) => ({ value, label: accessLabels[value] }))

interface GrantTermsProps extends Pick<DurationProps, 'hours' | 'onHours'> {
  readonly access: StreamMode
  readonly onAccess: (access: StreamMode) => void
}

/** What may be done, and for how long. */
export function GrantTerms({ access, onAccess, hours, onHours }: GrantTermsProps) {
  return (
    <Box className={styles.terms}>
      <Box className={styles.label}>权限</Box>
      <Segmented label="权限" options={accesses} value={access} onChange={onAccess} />
      <Box as="p" className={styles.hint}>
        {access === 'view' ? '只能观看画面。' : '可以触摸、输入和重启；不能续费、转移、清理或退还。'}
      </Box>
      <Box className={styles.label}>有效期</Box>
      <Duration label="有效期" hours={hours} onHours={onHours} />
    </Box>
  )
}
