import type { DeviceFace } from '../../shared/device/device-face.ts'
import { useStateNote } from '../../shared/dictionary/device-statuses.ts'
import { DeviceCover } from '../../shared/ui/device-cover.tsx'
import { Box } from '../../shared/ui/elements'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { edit } from '../../shared/ui/icons/controls.ts'
import { LevelBadge } from '../../shared/ui/level-badge.tsx'
import { StateBadge } from '../../shared/ui/state-badge.tsx'
import styles from './device-sheet.module.css'
import { coverUrl } from './devices.ts'
import type { HomeDevice } from './home-device.ts'
import { openSheet } from './home-sheets.ts'

interface DeviceSheetHeaderProps {
  readonly device: HomeDevice
  readonly face: DeviceFace
}

/** Why a device that cannot be used is as it is, and for how long. */
function StateNote({ state, isMetered }: Pick<HomeDevice, 'state' | 'isMetered'>) {
  const known = useStateNote(state)
  const note = isMetered && state === 'expired' ? '云豆已用完，数据保留 2 小时，充值后可开机' : known
  return note && state !== 'running' ? (
    <Box as="p" className={styles.note}>
      {note}
    </Box>
  ) : null
}

/** Which device the sheet is about. */
export function DeviceSheetHeader({ device, face }: DeviceSheetHeaderProps) {
  return (
    <Box className={styles.header}>
      <Box className={styles.thumbnail}>
        <DeviceCover src={coverUrl(device)} tone={face.isBusy ? 'off' : face.tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.title}>
          <Box as="h2" className={styles.name}>
            {device.name}
          </Box>
          <LevelBadge level={device.goodsLevel} />
        </Box>
        <Box className={styles.facts}>
          <StateBadge tone={face.tone}>{face.word}</StateBadge>
          {face.remaining}
        </Box>
        <StateNote {...device} />
      </Box>
      {device.right === 'owner' && (
        <Box className={styles.rename}>
          <IconButton
            of={edit}
            label="修改名称"
            size={20}
            onTap={() => openSheet({ kind: 'rename', deviceId: device.deviceId })}
          />
        </Box>
      )}
    </Box>
  )
}
