import type { DeviceGroup } from '@yunji/contract/devices/group/schema'
import { formatCount } from '@yunji/contract/display/text'
import { client } from '../../../shared/platform/app/client'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { down, more, up } from '../../../shared/ui/icon/controls.ts'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import styles from './groups.module.css'

function Covers({ group: { covers, deviceCount } }: { readonly group: DeviceGroup }) {
  const hidden = deviceCount - covers.length
  return (
    <Box className={styles.covers} isDecoration>
      {covers.map((cover) => (
        <Box key={cover} className={styles.cover}>
          <DeviceCover src={client.apiBase + cover} tone="run" />
        </Box>
      ))}
      {hidden > 0 && <Box className={styles.hidden}>{`+${formatCount(hidden)}`}</Box>}
    </Box>
  )
}

interface GroupCardProps {
  readonly group: DeviceGroup
  readonly onOpen: () => void
  readonly onMore: () => void
}

/** A group with the first of its devices. */
export function GroupCard({ group, onOpen, onMore }: GroupCardProps) {
  const { name, isDefault, deviceCount, expiringSoonCount, busyCount } = group
  return (
    <Box className={styles.card}>
      <Tap className={styles.open} onTap={onOpen}>
        <Box className={styles.words}>
          <Box className={styles.top}>
            <Box className={styles.name}>{name}</Box>
            {isDefault && <Tag>默认</Tag>}
            {expiringSoonCount > 0 && (
              <StateBadge tone="soon">{`${formatCount(expiringSoonCount)} 台快到期`}</StateBadge>
            )}
            {busyCount > 0 && <StateBadge tone="back">{`${formatCount(busyCount)} 台处理中`}</StateBadge>}
          </Box>
          <Box className={styles.count}>{deviceCount > 0 ? `${formatCount(deviceCount)} 台` : '还没有设备'}</Box>
        </Box>
        {deviceCount > 0 && <Covers group={group} />}
      </Tap>
      <IconButton of={more} label={`「${name}」的更多操作`} onTap={onMore} />
    </Box>
  )
}

interface SortCardProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  /** By so many places: -1 up, 1 down. */
  readonly onMove: (places: -1 | 1) => void
}

/** A group while the groups are being ordered. */
export function SortCard({ name, isFirst, isLast, onMove }: SortCardProps) {
  return (
    <Box className={styles.card}>
      <Box className={styles.sorted}>{name}</Box>
      {!isFirst && <IconButton of={up} label={`上移「${name}」`} onTap={() => onMove(-1)} />}
      {isLast ? (
        <Box className={styles.gap} />
      ) : (
        <IconButton of={down} label={`下移「${name}」`} onTap={() => onMove(1)} />
      )}
    </Box>
  )
}
