import { formatFileSize } from '@yunji/contract/display/text'
import { fileTime } from '@yunji/contract/display/time'
import { fetchPhoneFile, getPhoneFiles } from '@yunji/contract/space/file/calls'
import { fileKindOf } from '@yunji/contract/space/file/rules'
import type { PhoneFileInfo } from '@yunji/contract/space/file/schema'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { spacePath } from '../../../shared/navigation/page-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { up } from '../../../shared/ui/icon/controls.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { folder } from '../../../shared/ui/icon/icons.ts'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import { kindDisplays } from './file-displays.ts'
import styles from './phone-folder.module.css'

const ROOT = '/sdcard'
const ROOT_NAME = '手机存储'

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const shownPath = (path: string): string => ROOT_NAME + path.slice(ROOT.length).replaceAll('/', ' / ')

interface EntryProps {
  readonly entry: PhoneFileInfo
  readonly nowMs: number
  readonly isBusy: boolean
  readonly onOpen: () => void
  readonly onFetch: () => void
}

function Entry({ entry, nowMs, isBusy, onOpen, onFetch }: EntryProps) {
  const { name, isFolder, sizeBytes, modifiedAt } = entry
  if (isFolder) return <Cell leading={<IconTile of={folder} tone="soon" />} title={name} onTap={onOpen} />
  const { icon, tone } = kindDisplays[fileKindOf(name)]
  return (
    <Cell
      leading={<IconTile of={icon} tone={tone} />}
      title={name}
      sub={`${formatFileSize(sizeBytes)} · ${fileTime(modifiedAt, nowMs)}`}
      value={
        <Button variant="tint" size="small" isBusy={isBusy} onTap={onFetch}>
          取回
        </Button>
      }
    />
  )
}

const fetchFile = async (deviceId: number, path: string): Promise<void> => {
  const { taskId, refusals } = await requestData(fetchPhoneFile, { deviceId, path })
  const [refusal] = refusals
  if (taskId === null && refusal) throw new ApiError(refusal.msg)
  showToast('已开始取回，进度在传输列表', 'success')
}

/** Shared storage of one phone, folder by folder. */
export function PhoneFolder({ deviceId }: { readonly deviceId: number }) {
  const [path, setPath] = useState(ROOT)
  const nowMs = useMinute()
  const entries = useCall(getPhoneFiles, { deviceId: String(deviceId), path })
  const [fetching, setFetching] = useState<string>()
  const { isBusy, run } = useWrite((name: string) => {
    setFetching(name)
    return fetchFile(deviceId, `${path}/${name}`)
  })
  return (
    <Box className={styles.view}>
      <Box className={styles.place}>
        <Box className={styles.path}>{shownPath(path)}</Box>
        <TextLink to={spacePath('transfers')}>传输列表</TextLink>
      </Box>
      {path !== ROOT && (
        <Card>
          <Cell icon={up} title="上一级" onTap={() => setPath(parentOf(path))} />
        </Card>
      )}
      <Async
        of={entries}
        loading={<RowsSkeleton rows={5} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<Empty illustration={noFiles} title="文件夹是空的" />}
      >
        {({ records, isCutOff }) => (
          <>
            <Card>
              {records.map((entry) => (
                <Entry
                  key={entry.name}
                  entry={entry}
                  nowMs={nowMs}
                  isBusy={isBusy && fetching === entry.name}
                  onOpen={() => setPath(`${path}/${entry.name}`)}
                  onFetch={() => run(entry.name)}
                />
              ))}
            </Card>
            {isCutOff === 1 && <Box className={styles.note}>文件夹里的内容太多，只显示前面的一部分</Box>}
          </>
        )}
      </Async>
    </Box>
  )
}
