import type { DeviceDisplay } from '../../../../shared/devices/device-display.ts'
import { LevelBadge } from '../../../../shared/ui/badge/level-badge.tsx'
import { StateBadge } from '../../../../shared/ui/badge/state-badge.tsx'
import { Tag } from '../../../../shared/ui/badge/tag.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { grantMark, type HomeDevice } from '../api/home-device.ts'
import styles from './device-summary.module.css'

interface DeviceSummaryProps {
  readonly device: HomeDevice
  readonly display: DeviceDisplay
}

/** Name, level, state and zone of a device. */
export function DeviceSummary({ device, display }: DeviceSummaryProps) {
  const mark = grantMark(device)
  return (
    <Box className={styles.summary}>
      <Box className={styles.title}>
        <Box as="h2" className={styles.name}>
          {device.name}
        </Box>
        <LevelBadge level={device.goodsLevel} />
        {mark && <Tag>{mark}</Tag>}
      </Box>
      <Box className={styles.facts}>
        <StateBadge tone={display.tone}>{display.word}</StateBadge>
        {display.remaining && <Box as="span">{display.remaining}</Box>}
        <Box className={styles.line} isDecoration />
        <Box as="span">{device.zoneName}</Box>
      </Box>
      {(device.tags.length > 0 || device.note) && (
        <Box className={styles.labels}>
          {device.tags.map((tag) => (
            <Tag key={tag} tone="brand">
              {tag}
            </Tag>
          ))}
          {device.note && <Box className={styles.note}>{device.note}</Box>}
        </Box>
      )}
    </Box>
  )
}
