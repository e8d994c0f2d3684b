import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import { BACKUP_KEPT_DAYS } from '@yunji/contract/space/backup-rules'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { backup as backupIcon } from '../../../shared/ui/icon/device.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import { BackupFacts } from './backup-rows.tsx'
import { keptText, titleOf } from './backup-text.ts'
import styles from './backups.module.css'
import { useBackups, useDeleteBackup, usePutBack } from './backups.ts'

function TrashedBackup({ backup, nowMs }: { readonly backup: BackupRecord; readonly nowMs: number }) {
  const removal = useDeleteBackup()
  const puttingBack = usePutBack()
  return (
    <Card isPadded>
      <Box className={styles.source}>
        <IconTile of={backupIcon} tone="plain" />
        <Box className={styles.words}>
          <Box as="h2" className={styles.rowTitle}>
            {titleOf(backup)}
          </Box>
          <Box className={styles.rowDevice}>{backup.deviceName}</Box>
          <BackupFacts backup={backup} nowMs={nowMs} />
          {backup.deleteAt !== null && <Box className={styles.note}>{keptText(backup.deleteAt, nowMs)}</Box>}
        </Box>
      </Box>
      <Box className={styles.trashActions}>
        <Button variant="quiet" size="small" isBusy={removal.isBusy} onTap={() => removal.run(backup)}>
          彻底删除
        </Button>
        <Button variant="tint" size="small" isBusy={puttingBack.isBusy} onTap={() => puttingBack.run(backup)}>
          取回
        </Button>
      </Box>
    </Card>
  )
}

/** Deleted backups, until they go for good. */
export function TrashPage() {
  const list = useBackups('trash')
  const nowMs = useMinute()
  return (
    <Page route="Space/DataCenter" title="备份回收站">
      <PullList
        list={list}
        className={styles.trashList}
        loading={<RowsSkeleton rows={3} />}
        empty={
          <Empty
            illustration={noFiles}
            title="回收站是空的"
            hint={`删除的备份会在这里保留 ${BACKUP_KEPT_DAYS} 天，不占云空间`}
          />
        }
      >
        {(backup) => <TrashedBackup backup={backup} nowMs={nowMs} />}
      </PullList>
    </Page>
  )
}
