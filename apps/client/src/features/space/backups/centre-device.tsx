import { getUsedStorage } from '@yunji/contract/commerce/change/calls'
import { getDeviceInfo } from '@yunji/contract/devices/device/calls'
import { formatFileSize } from '@yunji/contract/display/text'
import { fileTime } from '@yunji/contract/display/time'
import type { DataCenterDevice } from '@yunji/contract/space/backup-calls'
import type { PropsWithChildren } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useDeviceDisplay } from '../../../shared/devices/use-device-display.ts'
import { client } from '../../../shared/platform/app/client'
import { serverClock, useMinute } from '../../../shared/platform/app/clock.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { info } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { forward } from '../../../shared/ui/icon/icons.ts'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { doneText, remainingText } from './backup-text.ts'
import styles from './backups.module.css'
import { type DeviceWork, useInterrupt } from './backups.ts'

const lastText = ({ lastBackup }: DataCenterDevice, nowMs: number): string => {
  if (!lastBackup) return '还没有备份'
  const at = fileTime(lastBackup.createdAt, nowMs)
  return lastBackup.state === 'failed' ? `${at} 备份失败` : `上次备份 ${at}`
}

/** The device of the page; the whole card leads to the choice of another. */
export function CentreDevice({
  device,
  choosePath,
}: {
  readonly device: DataCenterDevice
  readonly choosePath: string
}) {
  const nowMs = useMinute()
  const input = { deviceId: String(device.deviceId) }
  const { data: record } = useCall(getDeviceInfo, input)
  const usedBytes = useCall(getUsedStorage, input).data?.usedBytes
  const displayOf = useDeviceDisplay()
  const { tone, word } = displayOf(
    { state: device.state, endsAtMs: record?.expiresAt ?? Number.MAX_SAFE_INTEGER },
    nowMs,
  )
  const facts = [...(usedBytes ? [`数据 ${formatFileSize(usedBytes)}`] : []), lastText(device, nowMs)]
  return (
    <Tap className={styles.device} to={choosePath}>
      <Box className={styles.thumbnail}>
        <DeviceCover src={record?.cover ? client.apiBase + record.cover : undefined} tone={tone} />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.title}>
          <Box as="h2" className={styles.name}>
            {device.deviceName}
          </Box>
          {record && <LevelBadge level={record.goodsLevel} />}
        </Box>
        <Box className={styles.note}>{facts.join('，')}</Box>
        {device.state !== 'running' && device.state !== 'backingUp' && (
          <Box className={styles.state}>
            <StateBadge tone={tone}>{word}</StateBadge>
          </Box>
        )}
      </Box>
      <Box className={styles.switch}>
        切换
        <Icon of={forward} size={16} />
      </Box>
    </Tap>
  )
}

/** A link at the end of a line: its words end where the line does, its height adds none. */
export function Aside({ children }: PropsWithChildren) {
  return <Box className={styles.aside}>{children}</Box>
}

/** Progress of the device's backup. */
export function RunningBackup({
  work: { task, progress },
  totalBytes,
}: {
  readonly work: DeviceWork
  readonly totalBytes: number | null
}) {
  const interruption = useInterrupt()
  const isWaiting = task.state === 'waiting'
  return (
    <Card isPadded>
      <Box className={styles.runningTop}>
        <StateBadge tone="back">{isWaiting ? '等待备份' : '备份中'}</StateBadge>
        <Box className={styles.remaining}>{remainingText(task.createdAt, progress, serverClock())}</Box>
        {task.canCancel && (
          <Aside>
            <TextLink tone="danger" isDisabled={interruption.isBusy} onTap={() => interruption.run(task)}>
              中断
            </TextLink>
          </Aside>
        )}
      </Box>
      <Box className={styles.figureLine}>
        <Box as="span" className={styles.figure} live="polite">{`${progress}%`}</Box>
        <Box as="span" className={styles.note}>
          {doneText(progress, totalBytes) || (task.deviceCount > 1 ? `同时备份 ${task.deviceCount} 台` : task.step)}
        </Box>
      </Box>
      <ProgressBar label="备份进度" percent={progress} tone="back" />
      <Box as="p" className={styles.hint}>
        <Icon of={info} size={16} />
        备份期间应用会关闭，设备暂时不能使用；可以离开此页
      </Box>
    </Card>
  )
}
