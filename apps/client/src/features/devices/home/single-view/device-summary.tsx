import type { DeviceFace } from '../../../../shared/devices/device-face.ts'
import { LevelBadge } from '../../../../shared/ui/badge/level-badge.tsx'
import { StateBadge } from '../../../../shared/ui/badge/state-badge.tsx'
import { Tag } from '../../../../shared/ui/badge/tag.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import type { HomeDevice } from '../api/home-device.ts'
import styles from './device-summary.module.css'

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
