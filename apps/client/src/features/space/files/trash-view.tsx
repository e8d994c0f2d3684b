import { formatCount, formatFileSize } from '@yunji/contract/display/text'
import { remainingTime } from '@yunji/contract/display/time'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Tick } from '../../../shared/ui/choice/tick.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { trash } from '../../../shared/ui/icon/controls.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import row from './file-row.module.css'
import { FileFace, FileTile } from './file-row.tsx'
import { deleteFiles, emptyTrash, restoreFiles, useFiles } from './files.ts'
import styles from './trash-view.module.css'

const about = ({ sizeBytes, deletesAt }: SpaceFile, nowMs: number): string =>
  `${formatFileSize(sizeBytes)} · ${remainingTime(deletesAt, nowMs)}`

const confirmDelete = (title: string): Promise<boolean> =>
  confirm({ icon: trash, title, body: '删除后无法恢复。', cancelText: '取消', confirmText: '彻底删除', isDanger: true })

/** Deleted files, for their last seven days. */
export function TrashView() {
  const list = useFiles({ isTrash: true })
  const nowMs = useMinute()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = list.rows.map(({ fileId }) => fileId).filter((fileId) => chosen.has(fileId))
  const toggle = (fileId: string) => {
    const next = new Set(chosen)
    if (!next.delete(fileId)) next.add(fileId)
    setChosen(next)
  }
  const done = (text: string) => {
    setChosen(new Set())
    showToast(text, 'success')
  }
  const restoring = useWrite(async () => {
    await restoreFiles(ids)
    done('已放回云空间')
  })
  const deleting = useWrite(
    async () => {
      await deleteFiles(ids)
      done('已彻底删除')
    },
    { confirm: () => confirmDelete(`彻底删除 ${formatCount(ids.length)} 个文件？`) },
  )
  const emptying = useWrite(
    async () => {
      await emptyTrash()
      done('回收站已清空')
    },
    { confirm: () => confirmDelete('清空回收站？') },
  )
  const hasRows = list.rows.length > 0
  return (
    <Page
      route="Space/index"
      title="回收站"
      action={
        hasRows && (
          <TextLink tone="ink" onTap={emptying.run}>
            清空
          </TextLink>
        )
      }
      footer={
        hasRows && (
          <BottomBar summary={<Box live="polite">{`已选 ${formatCount(ids.length)} 个`}</Box>}>
            <Box className={styles.batch}>
              <Button variant="danger" isDisabled={ids.length === 0} isBusy={deleting.isBusy} onTap={deleting.run}>
                删除
              </Button>
              <Button isDisabled={ids.length === 0} isBusy={restoring.isBusy} onTap={restoring.run}>
                放回
              </Button>
            </Box>
          </BottomBar>
        )
      }
    >
      <Box className={styles.note}>文件在这里保留 7 天，不占空间。放回时重名的会加上编号。</Box>
      <PullList
        list={list}
        className={styles.list}
        loading={<RowsSkeleton rows={4} />}
        empty={<Empty illustration={noFiles} title="回收站是空的" hint="删除的文件会在这里保留 7 天" />}
      >
        {(file) => (
          <Tap
            className={classes(row.face, file !== list.rows[0] && styles.ruled)}
            isChecked={chosen.has(file.fileId)}
            onTap={() => toggle(file.fileId)}
          >
            <Tick isOn={chosen.has(file.fileId)} />
            <FileFace leading={<FileTile file={file} />} name={file.name} about={about(file, nowMs)} />
          </Tap>
        )}
      </PullList>
    </Page>
  )
}
