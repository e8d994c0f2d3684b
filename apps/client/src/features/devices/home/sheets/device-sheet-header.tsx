import type { DeviceDisplay } from '../../../../shared/devices/device-display.ts'
import { useDeviceStatuses } from '../../../../shared/dictionary/device-statuses.ts'
import { LevelBadge } from '../../../../shared/ui/badge/level-badge.tsx'
import { StateBadge } from '../../../../shared/ui/badge/state-badge.tsx'
import { IconButton } from '../../../../shared/ui/button/icon-button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { edit } from '../../../../shared/ui/icon/controls.ts'
import { DeviceCover } from '../../../../shared/ui/picture/device-cover.tsx'
import { coverUrl } from '../api/devices.ts'
import type { HomeDevice } from '../api/home-device.ts'
import styles from './device-sheet.module.css'
import { openSheet } from './home-sheets.ts'

interface DeviceSheetHeaderProps {
  readonly device: HomeDevice
  readonly display: DeviceDisplay
}

/** Note on an unusable device. */
function StateNote({ state, isMetered }: Pick<HomeDevice, 'state' | 'isMetered'>) {
  const known = useDeviceStatuses()?.find((status) => status.state === state)?.note
  const note = isMetered && state === 'expired' ? '云豆已用完，数据保留 2 小时，充值后可开机' : known
  return note && state !== 'running' ? (
    <Box as="p" className={styles.note}>
      {note}
    </Box>
  ) : null
}

/** Header of the device sheet. */
export function DeviceSheetHeader({ device, display }: DeviceSheetHeaderProps) {
  return (
    <Box className={styles.header}>
      <Box className={styles.thumbnail}>
        <DeviceCover src={coverUrl(device)} tone={display.isBusy ? 'off' : display.tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.title}>
          <Box as="h2" className={styles.name}>
            {device.name}
          </Box>
          <LevelBadge level={device.goodsLevel} />
        </Box>
        <Box className={styles.facts}>
          <StateBadge tone={display.tone}>{display.word}</StateBadge>
          {display.remaining}
        </Box>
        <StateNote {...device} />
        {device.note && (
          <Box as="p" className={styles.note}>
            {`备注：${device.note}`}
          </Box>
        )}
      </Box>
      {device.right === 'owner' && (
        <Box className={styles.rename}>
          <IconButton
            of={edit}
            label="名称和备注"
            size={20}
            onTap={() => openSheet({ kind: 'edit', deviceId: device.deviceId })}
          />
        </Box>
      )}
    </Box>
  )
}
