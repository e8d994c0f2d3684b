import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { formatDate } from '@yunji/contract/display/time'
import type { MessageRecord } from '@yunji/contract/messages/schema'
import { client } from '../../../shared/platform/app/client'
import type { StateTone } from '../../../shared/ui/badge/state-badge.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import styles from './message-device.module.css'

const DATE = 'YYYY-MM-DD HH:mm'

const endOf = (state: DeviceState, expiresAt: number): string =>
  state === 'expired'
    ? `保留至 ${formatDate(expiresAt + deviceDeadlineMs.expired, DATE)}`
    : `到期 ${formatDate(expiresAt, DATE)}`

interface MessageDeviceProps {
  readonly device: NonNullable<MessageRecord['device']>
  readonly tone: StateTone
}

/** Current state of the message's device. */
export function MessageDevice({ device, tone }: MessageDeviceProps) {
  const { name, state, expiresAt, cover } = device
  return (
    <Box className={styles.device}>
      <Box className={styles.cover}>
        <DeviceCover src={cover ? client.apiBase + cover : undefined} tone={tone === 'back' ? 'off' : tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.name}>{name}</Box>
        <Box className={styles.end}>{endOf(state, expiresAt)}</Box>
      </Box>
    </Box>
  )
}
