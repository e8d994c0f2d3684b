import { formatFileSize } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { getSpaceUploads } from '@yunji/contract/space/file/calls'
import type { SpaceUpload } from '@yunji/contract/space/file/schema'
import { useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { useLive } from '../../../shared/live/live.ts'
import { chooseFiles, releaseFile } from '../../../shared/platform/files/choose-files'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { close } from '../../../shared/ui/icon/icons.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import { TaskRows, useTransferTasks } from './task-rows.tsx'
import styles from './transfers.module.css'
import { fileRefusal, percentOf, type UploadItem, type UploadState } from './upload-item.ts'
import {
  cancelUpload,
  clearDone,
  continueUpload,
  discardUpload,
  openElsewhere,
  pauseUpload,
  resumeUpload,
  useUploads,
} from './uploads.ts'

const stateTexts: Readonly<Record<UploadState, string>> = {
  waiting: '等待上传',
  sending: '上传中',
  interrupted: '网络中断，恢复后自动继续',
  paused: '已暂停',
  failed: '上传失败',
  done: '已完成',
}

const confirmCancel = (name: string): Promise<boolean> =>
  confirm({
    title: `取消上传「${name}」？`,
    body: '已经上传的部分会删除。',
    cancelText: '继续上传',
    confirmText: '取消上传',
  })

const aboutOf = ({ state, sentBytes, file }: UploadItem): string => {
  const size = formatFileSize(file.sizeBytes)
  const hasBegun = state !== 'done' && sentBytes > 0
  return `${stateTexts[state]} · ${hasBegun ? `${formatFileSize(sentBytes)} / ${size}` : size}`
}

function UploadRow({ item }: { readonly item: UploadItem }) {
  const { id, file, state, sentBytes, reason } = item
  const percent = percentOf(sentBytes, file.sizeBytes)
  const isOver = state === 'done' || (state === 'failed' && item.uploadId === undefined)
  const cancelling = useWrite(() => cancelUpload(id), {
    confirm: () => (isOver ? Promise.resolve(true) : confirmCancel(file.name)),
  })
  const isUnderWay = state === 'waiting' || state === 'sending' || state === 'interrupted'
  return (
    <Box as="li" className={styles.row}>
      <Box className={styles.words}>
        <Box className={styles.name}>{file.name}</Box>
        {!isOver && <ProgressBar label={`上传「${file.name}」`} percent={percent} />}
        <Box className={state === 'failed' ? styles.reason : styles.about}>
          {state === 'failed' ? reason || stateTexts.failed : aboutOf(item)}
        </Box>
      </Box>
      {isUnderWay && (
        <Button variant="outline" size="small" onTap={() => pauseUpload(id)}>
          暂停
        </Button>
      )}
      {state === 'paused' && (
        <Button variant="tint" size="small" onTap={() => resumeUpload(id)}>
          继续
        </Button>
      )}
      {state === 'failed' && fileRefusal(file) === undefined && (
        <Button variant="tint" size="small" onTap={() => resumeUpload(id)}>
          重试
        </Button>
      )}
      <IconButton
        of={close}
        size={20}
        label={isOver ? `移除「${file.name}」` : `取消上传「${file.name}」`}
        onTap={cancelling.run}
      />
    </Box>
  )
}

/** An upload of an earlier start: the client has its file no more, so it is chosen again. */
function UnfinishedRow({ upload }: { readonly upload: SpaceUpload }) {
  const { name, sizeBytes, offsetBytes } = upload
  const continuing = useWrite(async () => {
    const [chosen, ...others] = await chooseFiles({ kind: 'any', from: 'files', limit: 1 })
    for (const other of others) releaseFile(other)
    if (chosen) continueUpload(upload, chosen)
  })
  const discarding = useWrite(() => discardUpload(upload), { confirm: () => confirmCancel(name) })
  return (
    <Box as="li" className={styles.row}>
      <Box className={styles.words}>
        <Box className={styles.name}>{name}</Box>
        <ProgressBar label={`上传「${name}」`} percent={percentOf(offsetBytes, sizeBytes)} />
        <Box className={styles.about}>{`${formatFileSize(offsetBytes)} / ${formatFileSize(sizeBytes)}`}</Box>
      </Box>
      <Button variant="tint" size="small" isBusy={continuing.isBusy} onTap={continuing.run}>
        继续
      </Button>
      <IconButton of={close} size={20} label={`取消上传「${name}」`} onTap={discarding.run} />
    </Box>
  )
}

interface OthersProps {
  readonly unfinished: readonly SpaceUpload[]
  readonly hasUploads: boolean
}

/** Uploads of other starts of the client, and tasks that move files. */
function Others({ unfinished, hasUploads }: OthersProps) {
  const { tasks, isLoaded } = useTransferTasks()
  const isEmpty = isLoaded && !hasUploads && unfinished.length + tasks.length === 0
  return (
    <>
      {unfinished.length > 0 && (
        <Card title="未传完" note="选择同一个文件即可继续，保留 24 小时">
          <Box as="ul">
            {unfinished.map((upload) => (
              <UnfinishedRow key={upload.uploadId} upload={upload} />
            ))}
          </Box>
        </Card>
      )}
      {tasks.length > 0 && (
        <Card title="发送与取回" note={<TextLink to={pathOf('Task/index')}>任务中心</TextLink>}>
          <TaskRows tasks={tasks} />
        </Card>
      )}
      {isEmpty && <Empty illustration={noFiles} title="没有传输中的文件" hint="上传、发送和取回的进度会显示在这里" />}
    </>
  )
}

/** Uploads, and files on their way to and from phones. */
export function TransfersView() {
  const { items } = useUploads()
  const known = useCall(getSpaceUploads, {})
  useLive()
  useReturn(() => void known.refetch())
  const hasDone = items.some(({ state }) => state === 'done')
  return (
    <Page
      route="Space/index"
      title="传输列表"
      action={
        hasDone && (
          <TextLink tone="ink" onTap={clearDone}>
            清除已完成
          </TextLink>
        )
      }
    >
      <Box className={styles.view}>
        {items.length > 0 && (
          <Card title="上传">
            <Box as="ul">
              {items.map((item) => (
                <UploadRow key={item.id} item={item} />
              ))}
            </Box>
          </Card>
        )}
        <Async of={known} loading={<RowsSkeleton rows={2} />}>
          {({ records }) => <Others unfinished={openElsewhere(records, items)} hasUploads={items.length > 0} />}
        </Async>
      </Box>
    </Page>
  )
}
