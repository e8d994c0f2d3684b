import type { DeviceFace } from '../../shared/device/device-face.ts'
import { Box } from '../../shared/ui/elements'
import { LevelBadge } from '../../shared/ui/level-badge.tsx'
import { StateBadge } from '../../shared/ui/state-badge.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './device-summary.module.css'
import type { HomeDevice } from './home-device.ts'

interface DeviceSummaryProps {
  readonly device: HomeDevice
  readonly face: DeviceFace
}

/** What a device is called, what it is, how it is, and where. */
export function DeviceSummary({ device, face }: DeviceSummaryProps) {
  return (
    <Box className={styles.summary}>
      <Box className={styles.title}>
        <Box as="h2" className={styles.name}>
          {device.name}
        </Box>
        <LevelBadge level={device.goodsLevel} />
        {device.right !== 'owner' && <Tag>{device.right === 'view' ? '仅查看' : '被授权'}</Tag>}
      </Box>
      <Box className={styles.facts}>
        <StateBadge tone={face.tone}>{face.word}</StateBadge>
        {face.remaining && <Box as="span">{face.remaining}</Box>}
        <Box className={styles.line} isDecoration />
        <Box as="span">{device.zoneName}</Box>
      </Box>
    </Box>
  )
}
