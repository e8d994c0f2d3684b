import { getAppFiles } from '@yunji/contract/devices/app/calls'
import { FILES_KEPT_MS, fileTaskKind, MAX_KEPT_FILES } from '@yunji/contract/devices/app/rules'
import type { AppFile } from '@yunji/contract/devices/app/schema'
import { formatCount, formatFileSize } from '@yunji/contract/display/text'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { chooseFiles, releaseFile } from '../../../shared/platform/files/choose-files'
import { Button } from '../../../shared/ui/button/button.tsx'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { trash } from '../../../shared/ui/icon/controls.ts'
import { file as fileIcon, pack, upload as uploadIcon } from '../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './apps.module.css'
import { beginOnAll, forgetAppFiles, removeAppFile, sendFileTo, uploadAppFile } from './apps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface Running {
  readonly name: string
  readonly percent: number
}

/** Uploads the chosen file and sends it on; leaving the page ends an upload. */
const useFileUpload = (ids: readonly number[]) => {
  const [running, setRunning] = useState<Running>()
  const cancel = useRef<AbortController>(undefined)
  useEffect(() => () => cancel.current?.abort(), [])
  const { isBusy, run } = useWrite(async () => {
    const [chosen, ...others] = await chooseFiles({ kind: 'any', from: 'files', limit: 1 })
    for (const other of others) releaseFile(other)
    if (!chosen) return
    const controller = new AbortController()
    cancel.current = controller
    const onProgress = (share: number) => setRunning({ name: chosen.name, percent: Math.floor(share * 100) })
    onProgress(0)
    try {
      const { fileId } = await uploadAppFile(chosen, { onProgress, signal: controller.signal })
      await beginOnAll(ids, sendFileTo(fileId))
    } finally {
      releaseFile(chosen)
      setRunning(undefined)
      await forgetAppFiles()
    }
  })
  return { isBusy, run, running, cancel: () => cancel.current?.abort() }
}

function FileRow({ file, ids }: { readonly file: AppFile; readonly ids: readonly number[] }) {
  const sending = useWrite(() => beginOnAll(ids, sendFileTo(file.fileId)))
  const removing = useWrite(() => removeAppFile(file.fileId), {
    confirm: () =>
      confirm({
        title: `删除「${file.name}」？`,
        body: '已经装到云手机上的不受影响。',
        cancelText: '取消',
        confirmText: '删除',
        isDanger: true,
      }),
  })
  const isApp = fileTaskKind(file.name) === 'installApp'
  return (
    <Cell
      leading={<IconTile of={isApp ? pack : fileIcon} tone="plain" />}
      title={file.name}
      sub={formatFileSize(file.sizeBytes)}
      value={
        <Box className={styles.actions}>
          <Button variant="tint" size="small" isBusy={sending.isBusy} onTap={sending.run}>
            {isApp ? '安装' : '发送'}
          </Button>
          <IconButton of={trash} label={`删除「${file.name}」`} onTap={removing.run} />
        </Box>
      }
    />
  )
}

/** Installs an app, or sends any other file, to the chosen phones. */
export function FileSender({ ids }: { readonly ids: readonly number[] }) {
  const files = useCall(getAppFiles, {})
  const { isBusy, run, running, cancel } = useFileUpload(ids)
  return (
    <>
      <Card isPadded>
        <Box as="p" className={styles.hint}>
          安装包（apk、xapk、apks）会直接安装，其他文件放到云手机的「下载」文件夹。单个文件 2 GB 以内。
        </Box>
        {running ? (
          <Box className={styles.running}>
            <Box className={styles.runningName}>{`正在上传「${running.name}」 ${running.percent}%`}</Box>
            <ProgressBar label={`上传「${running.name}」`} percent={running.percent} />
            <Button variant="outline" size="small" isNarrow onTap={cancel}>
              取消上传
            </Button>
          </Box>
        ) : (
          <Button icon={uploadIcon} isBusy={isBusy} onTap={run}>
            {`选择文件，发到 ${formatCount(ids.length)} 台`}
          </Button>
        )}
      </Card>
      <Async
        of={files}
        loading={<RowsSkeleton rows={2} />}
        isEmpty={({ records }) => records.length === 0}
        empty={null}
      >
        {({ records }) => (
          <Card title="最近上传" note={`保留 ${FILES_KEPT_MS / DAY_MS} 天，最多 ${MAX_KEPT_FILES} 个`}>
            {records.map((file) => (
              <FileRow key={file.fileId} file={file} ids={ids} />
            ))}
          </Card>
        )}
      </Async>
    </>
  )
}
