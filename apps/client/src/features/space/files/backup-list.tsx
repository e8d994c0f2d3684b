import { formatFileSize } from '@yunji/contract/display/text'
import { fileTime } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import { ListFoot } from '../../../shared/list/list-foot.tsx'
import { useEndCheck } from '../../../shared/list/pull/end-check.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { backup } from '../../../shared/ui/icon/device.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import row from './file-row.module.css'
import { FileFace } from './file-row.tsx'
import type { useBackups } from './files.ts'
import styles from './space-files.module.css'

const dataCenterPath = (deviceId: number): string => `${pathOf('Space/DataCenter')}?deviceId=${deviceId}`

const aboutBackup = ({ state, storedBytes, reason, createdAt, endedAt }: BackupRecord, nowMs: number): string => {
  if (state === 'failed') return reason || '备份失败'
  if (state === 'making') return '备份中'
  return `${formatFileSize(storedBytes)} · ${fileTime(endedAt ?? createdAt, nowMs)}`
}

interface BackupListProps {
  readonly list: ReturnType<typeof useBackups>
  readonly nowMs: number
}

function Rows({ list, nowMs }: BackupListProps) {
  useEndCheck()
  return (
    <>
      <Box as="ul" className={styles.list}>
        {list.rows.map((record) => (
          <Box as="li" key={record.backupId} className={styles.item}>
            <Tap className={row.face} to={dataCenterPath(record.deviceId)}>
              <FileFace
                leading={<IconTile of={backup} tone="brand" />}
                name={`${record.deviceName} 的备份`}
                about={aboutBackup(record, nowMs)}
              />
            </Tap>
          </Box>
        ))}
      </Box>
      <ListFoot end={list.end} onRetry={list.retryMore} />
    </>
  )
}

/** Backups beside the files; the data centre works with them. */
export function BackupList({ list, nowMs }: BackupListProps) {
  return (
    <Async
      of={list.query}
      loading={<RowsSkeleton rows={4} />}
      isEmpty={() => list.rows.length === 0}
      empty={
        <Empty illustration={noFiles} title="还没有备份" hint="在数据中心备份云手机，数据可以随时恢复">
          <Button size="medium" isNarrow to={pathOf('Space/DataCenter')}>
            去数据中心
          </Button>
        </Empty>
      }
    >
      {() => <Rows list={list} nowMs={nowMs} />}
    </Async>
  )
}
