import { formatFileSize } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { type BackupRecord, getBackupInfo } from '@yunji/contract/space/backup-calls'
import { useCall } from '../../../shared/api/query.ts'
import { restorePath } from '../../../shared/navigation/backup-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { minus } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { check, type IconDrawing } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { drillText, keptText, originLabels, titleOf } from './backup-text.ts'
import styles from './backups.module.css'
import { useDeleteBackup, usePutBack } from './backups.ts'
import { useBackUpAgain } from './begin-backup.ts'

const DATE = 'YYYY-MM-DD HH:mm'

interface LinesProps {
  readonly title: string
  readonly lines: readonly string[]
  readonly icon: IconDrawing
  readonly tone: string | undefined
}

function Lines({ title, lines, icon, tone }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <Box className={styles.part}>
      <SectionTitle>{title}</SectionTitle>
      <Box as="ul" className={styles.lines}>
        {lines.map((line) => (
          <Box as="li" key={line} className={styles.line}>
            <Box className={tone}>
              <Icon of={icon} size={16} />
            </Box>
            <Box className={styles.words}>{line}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Facts({ backup }: { readonly backup: BackupRecord }) {
  const nowMs = useMinute()
  const { state, origin, deviceName, createdAt, rawBytes, storedBytes, deleteAt, reason, contents } = backup
  const drill = drillText(backup)
  return (
    <Box className={styles.part}>
      <FactRow name="设备">{deviceName}</FactRow>
      <FactRow name="时间">{formatDate(createdAt, DATE)}</FactRow>
      <FactRow name="来源">{originLabels[origin]}</FactRow>
      {contents && <FactRow name="系统">{`Android ${contents.androidVersion}`}</FactRow>}
      {state !== 'failed' && state !== 'making' && (
        <>
          <FactRow name="内容">{formatFileSize(rawBytes)}</FactRow>
          <FactRow name="新增占用">{formatFileSize(storedBytes)}</FactRow>
        </>
      )}
      {deleteAt !== null && (
        <FactRow name="保留到">{`${formatDate(deleteAt, DATE)}（${keptText(deleteAt, nowMs)}）`}</FactRow>
      )}
      {state === 'failed' && <FactRow name="失败原因">{reason || '没有说明'}</FactRow>}
      {state === 'complete' && (
        <FactRow name="恢复演练">
          <Tag tone={drill.tone}>{drill.word}</Tag>
          <Box className={styles.note}>{drill.detail}</Box>
        </FactRow>
      )}
    </Box>
  )
}

function Contents({ backupId }: { readonly backupId: number }) {
  const query = useCall(getBackupInfo, { backupId: String(backupId) })
  return (
    <Async of={query} loading={<RowsSkeleton rows={4} />}>
      {({ holds, lacks, apps }) => (
        <>
          <Lines title="包含" lines={holds} icon={check} tone={styles.held} />
          <Lines title="不包含" lines={lacks} icon={minus} tone={styles.lacking} />
          {apps.length > 0 && (
            <Box className={styles.part}>
              <SectionTitle note={`${apps.length} 个`}>应用</SectionTitle>
              {apps.map(({ packageName, label, sizeBytes }) => (
                <FactRow key={packageName} name={label}>
                  {formatFileSize(sizeBytes)}
                </FactRow>
              ))}
            </Box>
          )}
        </>
      )}
    </Async>
  )
}

interface BackupSheetProps {
  readonly backup: BackupRecord
  readonly targetId: number | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Contents and gaps of a backup, and its actions. */
export function BackupSheet({ backup, targetId, isOpen, onClose }: BackupSheetProps) {
  const { backupId, state, origin } = backup
  const removal = useDeleteBackup(onClose)
  const saving = usePutBack(onClose)
  const again = useBackUpAgain(onClose)
  const isLastChance = state === 'complete' && origin === 'lastChance'
  return (
    <Sheet
      isOpen={isOpen}
      title={titleOf(backup)}
      onClose={onClose}
      footer={
        state !== 'making' && (
          <Box className={styles.actions}>
            <Button variant="danger" isBusy={removal.isBusy} onTap={() => removal.run(backup)}>
              删除
            </Button>
            {isLastChance && (
              <Button variant="tint" isBusy={saving.isBusy} onTap={() => saving.run(backup)}>
                存入空间
              </Button>
            )}
            {state === 'failed' && (
              <Button isBusy={again.isBusy} onTap={() => again.run(backup)}>
                重新备份
              </Button>
            )}
            {state === 'complete' && (
              <Button to={restorePath(backupId, targetId)} onTap={onClose}>
                恢复
              </Button>
            )}
          </Box>
        )
      }
    >
      <Box className={styles.sheet}>
        <Facts backup={backup} />
        {state === 'complete' && <Contents backupId={backupId} />}
      </Box>
    </Sheet>
  )
}
