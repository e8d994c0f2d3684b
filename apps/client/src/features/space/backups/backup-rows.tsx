import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import { restorePath } from '../../../shared/navigation/backup-paths.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { SwipeRow } from '../../../shared/ui/card/swipe-row.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { backup as backupIcon, restore } from '../../../shared/ui/icon/device.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { drillText, factsOf, keptText, titleOf } from './backup-text.ts'
import styles from './backups.module.css'
import { useBackUpAgain } from './begin-backup.ts'

/** Time, size and origin; none of them is broken in two. */
export function BackupFacts({ backup, nowMs }: Pick<BackupRowProps, 'backup' | 'nowMs'>) {
  return (
    <Box className={styles.facts}>
      {factsOf(backup, nowMs).map((fact) => (
        <Box key={fact} as="span">
          {fact}
        </Box>
      ))}
    </Box>
  )
}

interface BackupRowProps {
  readonly backup: BackupRecord
  readonly nowMs: number
  /** Device that a restore is offered for first. */
  readonly targetId: number | undefined
  readonly hasDeviceName: boolean
  readonly onOpen: () => void
}

function Marks({ backup, nowMs }: Pick<BackupRowProps, 'backup' | 'nowMs'>) {
  const { tone, badge } = drillText(backup)
  return (
    <Box className={styles.marks}>
      {backup.state === 'complete' && badge && <Tag tone={tone}>{badge}</Tag>}
      {backup.state === 'complete' && backup.deleteAt !== null && (
        <Tag tone="soon">{`到期备份 · ${keptText(backup.deleteAt, nowMs)}`}</Tag>
      )}
      {backup.state === 'failed' && <Tag tone="dead">备份失败</Tag>}
      {backup.state === 'making' && <Tag tone="brand">备份中</Tag>}
    </Box>
  )
}

/** A backup: tapped for what it holds, with its one action beside it. */
export function BackupRow({ backup, nowMs, targetId, hasDeviceName, onOpen }: BackupRowProps) {
  const { state, deviceName, reason, backupId } = backup
  const again = useBackUpAgain()
  const isFailed = state === 'failed'
  return (
    <Box as="li" className={styles.backup}>
      <SwipeRow
        actions={
          state === 'complete' ? [{ text: '恢复', onTap: () => void openPage(restorePath(backupId, targetId)) }] : []
        }
      >
        <Box className={styles.row}>
          <Tap className={styles.face} onTap={onOpen}>
            <IconTile of={isFailed ? alert : backupIcon} tone={isFailed ? 'danger' : 'plain'} />
            <Box className={styles.words}>
              <Box className={styles.rowTitle}>{titleOf(backup)}</Box>
              {hasDeviceName && <Box className={styles.rowDevice}>{deviceName}</Box>}
              <BackupFacts backup={backup} nowMs={nowMs} />
              {isFailed && reason && <Box className={styles.reason}>{reason}</Box>}
              <Marks backup={backup} nowMs={nowMs} />
            </Box>
          </Tap>
          {state === 'complete' && (
            <Button variant="tint" size="small" to={restorePath(backupId, targetId)}>
              恢复
            </Button>
          )}
          {isFailed && (
            <Button variant="tint" size="small" isBusy={again.isBusy} onTap={() => again.run(backup)}>
              重新备份
            </Button>
          )}
        </Box>
      </SwipeRow>
    </Box>
  )
}

/** A restore under way. */
export function RestoreRow({ task }: { readonly task: TaskRecord }) {
  const { deviceName, deviceCount, progress } = task
  const target = deviceCount > 1 ? `${deviceName} 等 ${deviceCount} 台` : deviceName
  return (
    <Box as="li" className={styles.row}>
      <IconTile of={restore} tone="brand" />
      <Box className={styles.words}>
        <Box className={styles.rowTitle}>{`恢复到 ${target}`}</Box>
        <Box className={styles.rowProgress}>
          <Box className={styles.barSpace}>
            <ProgressBar label={`恢复到 ${target}的进度`} percent={progress} />
          </Box>
          <Box as="span" className={styles.percent}>{`恢复中 ${progress}%`}</Box>
        </Box>
      </Box>
    </Box>
  )
}
