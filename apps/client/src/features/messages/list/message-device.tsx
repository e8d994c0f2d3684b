import type { StateTone } from '@yunji/contract/devices/device/enums'
import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { CHINA_OFFSET_MINUTES, type DateFormat, formatDate } from '@yunji/contract/display/time'
import type { MessageRecord } from '@yunji/contract/messages/schema'
import { pathOf } from '@yunji/contract/pages'
import { meteredText } from '../../../shared/devices/device-display.ts'
import { useDeviceDisplay } from '../../../shared/devices/use-device-display.ts'
import { client } from '../../../shared/platform/app/client'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import styles from './message-device.module.css'

/** China's time, as in the text beside it. */
export const messageDate = (atMs: number, format: DateFormat = 'YYYY-MM-DD HH:mm'): string =>
  formatDate(atMs, format, CHINA_OFFSET_MINUTES)

type Device = NonNullable<MessageRecord['device']>

/** A metered device has no end while its beans last; a stopped one has no hour either. */
const endOf = ({ state, expiresAt, isMetered }: Device, format: DateFormat): string => {
  if (state === 'expired') return `保留至 ${messageDate(expiresAt + deviceDeadlineMs.expired, format)}`
  if (isMetered) return meteredText(state === 'stopped' ? null : expiresAt, CHINA_OFFSET_MINUTES)
  return `到期 ${messageDate(expiresAt, format)}`
}

/** Devices of a message that still exist. */
export const devicesOf = ({ device, others }: MessageRecord): readonly Device[] =>
  device ? [device, ...others] : others

interface MessageDeviceProps {
  readonly device: Device
  readonly tone: StateTone
  /** State in words, where several stand below each other. */
  readonly brief?: string
}

function DeviceRow({ device, tone, brief }: MessageDeviceProps) {
  const { name, cover } = device
  return (
    <>
      <Box className={styles.cover}>
        <DeviceCover src={cover ? client.apiBase + cover : undefined} tone={tone === 'back' ? 'off' : tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.name}>{name}</Box>
        <Box className={styles.end}>{endOf(device, brief ? 'MM/DD HH:mm' : 'YYYY-MM-DD HH:mm')}</Box>
      </Box>
      {brief && (
        <StateBadge tone={tone} isPlain>
          {brief}
        </StateBadge>
      )}
    </>
  )
}

/** Current state of the message's device. */
export function MessageDevice(props: MessageDeviceProps) {
  return (
    <Box className={styles.device}>
      <DeviceRow {...props} />
    </Box>
  )
}

/** Rows on a card; the sheet shows all. */
const ROWS_ON_CARD = 3

interface MessageDevicesProps {
  readonly devices: readonly Device[]
  readonly readAtMs: number
  readonly nowMs: number
  /** All of them, each leading to its phone. */
  readonly isWhole: boolean
}

/** Devices of a message about several. */
export function MessageDevices({ devices, readAtMs, nowMs, isWhole }: MessageDevicesProps) {
  const shown = isWhole ? devices : devices.slice(0, ROWS_ON_CARD)
  const hidden = devices.length - shown.length
  const displayOf = useDeviceDisplay()
  return (
    <Box className={styles.devices}>
      {shown.map((device) => {
        const { deviceId, remainingMs } = device
        const { tone, brief } = displayOf({ ...device, endsAtMs: readAtMs + remainingMs }, nowMs)
        const row = <DeviceRow device={device} tone={tone} brief={brief} />
        return isWhole ? (
          <Tap
            key={deviceId}
            className={styles.row}
            to={`${pathOf('webView/web_instance')}?deviceId=${deviceId}&mode=control`}
          >
            {row}
          </Tap>
        ) : (
          <Box key={deviceId} className={styles.row}>
            {row}
          </Box>
        )
      })}
      {hidden > 0 && <Box className={styles.more}>{`还有 ${hidden} 台，点开查看`}</Box>}
    </Box>
  )
}
