import { formatCount } from '@yunji/contract/display/text'
import type { FileSort } from '@yunji/contract/space/file/rules'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { useEffect, useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { PullArea } from '../../../shared/list/pull/pull-area'
import { useLive } from '../../../shared/live/live.ts'
import { useLiveTasks } from '../../../shared/live/live-tasks.ts'
import { spacePath } from '../../../shared/navigation/page-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { trash } from '../../../shared/ui/icon/controls.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { forgetFiles, useUploads } from '../uploads/uploads.ts'
import { BackupList } from './backup-list.tsx'
import { type FileFilter, filterOptions } from './file-displays.ts'
import { FileList, PreviewOf } from './file-list.tsx'
import { FileMenu } from './file-menu.tsx'
import { trashFiles, useBackups, useFiles, useSpace } from './files.ts'
import { FilesHead } from './files-head.tsx'
import { OptionsSheet } from './options-sheet.tsx'
import { useSendFiles } from './send-files.ts'
import styles from './space-files.module.css'
import { TransferBanner } from './transfer-banner.tsx'
import { UploadButton } from './upload-button.tsx'
import { UsageCard, UsageSkeleton } from './usage-card.tsx'
import { useSelection } from './use-selection.ts'

/** Files that came from phones while the page was open. */
const useFetchedFiles = () => {
  const fetched = useLiveTasks(
    ({ known }) =>
      [...known.values()].filter(({ task }) => task.kind === 'fetchFile' && task.state === 'succeeded').length,
  )
  useEffect(() => {
    if (fetched > 0) void forgetFiles()
  }, [fetched])
}

const useTrash = (onDone: () => void) =>
  useWrite(
    async (files: readonly SpaceFile[]) => {
      await trashFiles(files.map(({ fileId }) => fileId))
      showToast('已移到回收站', 'success')
      onDone()
    },
    {
      confirm: ([file, ...others]) =>
        confirm({
          icon: trash,
          title: others.length === 0 ? `删除「${file?.name}」？` : `删除 ${formatCount(others.length + 1)} 个文件？`,
          body: '会先放到回收站，7 天内可以恢复。',
          cancelText: '取消',
          confirmText: '删除',
          isDanger: true,
        }),
    },
  )

/** Use, files and uploads of the space. */
export function FilesView({ params }: { readonly params: PageParams }) {
  const [filter, setFilter] = useState<FileFilter>('all')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<FileSort>('newest')
  const [isSearching, setSearching] = useState(false)
  const [hasOptions, setOptions] = useState(false)
  // Kept while its sheet closes.
  const [shown, setShown] = useState<SpaceFile>()
  const [hasMenu, setMenu] = useState(false)
  const [preview, setPreview] = useState<SpaceFile>()
  const nowMs = useMinute()
  const space = useSpace()
  const isBackups = filter === 'backup'
  const files = useFiles({ kind: isBackups || filter === 'all' ? undefined : filter, search, sort })
  const backups = useBackups(isBackups)
  const uploading = useUploads(({ items }) => items.filter(({ state }) => state !== 'done').length)
  const { chosen, start, stop, toggle, chooseAll } = useSelection()
  const { isBusy: isSending, choosePhones } = useSendFiles(params, stop)
  const trashing = useTrash(stop)
  useLive()
  useFetchedFiles()
  useReturn(() => void forgetFiles())

  const chosenFiles = files.rows.filter(({ fileId }) => chosen?.has(fileId))
  const openMenu = (file: SpaceFile) => {
    setShown(file)
    setMenu(true)
  }
  const open = (file: SpaceFile) => {
    if (chosen) toggle(file.fileId)
    else if (file.previewUrl === '') openMenu(file)
    else setPreview(file)
  }
  const refresh = async () => {
    await Promise.all([space.refetch(), isBackups ? backups.refresh() : files.refresh()])
  }
  const closeSearch = () => {
    setSearching(false)
    setSearch('')
  }
  return (
    <Page
      route="Space/index"
      title={chosen ? `已选 ${formatCount(chosen.size)} 个` : undefined}
      action={
        chosen ? (
          <TextLink tone="ink" onTap={stop}>
            完成
          </TextLink>
        ) : (
          <TextLink tone="ink" to={spacePath('transfers')}>
            {uploading > 0 ? `传输列表 ${formatCount(uploading)}` : '传输列表'}
          </TextLink>
        )
      }
      footer={
        chosen ? (
          <BottomBar
            summary={
              <TextLink onTap={() => chooseAll(files.rows.map(({ fileId }) => fileId))}>
                {chosen.size === files.rows.length ? '全不选' : '全选'}
              </TextLink>
            }
          >
            <Box className={styles.batch}>
              <Button
                variant="danger"
                isDisabled={chosenFiles.length === 0}
                isBusy={trashing.isBusy}
                busyText="删除中…"
                onTap={() => trashing.run(chosenFiles)}
              >
                删除
              </Button>
              <Button isDisabled={chosenFiles.length === 0} onTap={() => choosePhones(chosenFiles)}>
                发送
              </Button>
            </Box>
          </BottomBar>
        ) : (
          <BottomBar>
            <UploadButton />
          </BottomBar>
        )
      }
    >
      <PullArea onRefresh={refresh} onNearEnd={isBackups ? backups.loadMore : files.loadMore}>
        <Async of={space} loading={<UsageSkeleton />}>
          {(data) => <UsageCard space={data} />}
        </Async>
        <TransferBanner isSending={isSending} />
        <FilesHead
          isSearching={isSearching}
          onSearch={setSearch}
          onOpen={() => setSearching(true)}
          onClose={closeSearch}
          onOptions={() => setOptions(true)}
        />
        <Chips label="文件类型" options={filterOptions} value={filter} onChange={setFilter} />
        {isBackups ? (
          <BackupList list={backups} nowMs={nowMs} />
        ) : (
          <FileList
            list={files}
            nowMs={nowMs}
            chosen={chosen}
            isNarrowed={filter !== 'all' || search !== ''}
            trashBytes={space.data?.trashBytes ?? 0}
            onTap={open}
            onMenu={openMenu}
            onTrash={(file) => trashing.run([file])}
          />
        )}
      </PullArea>
      <OptionsSheet
        isOpen={hasOptions}
        sort={sort}
        hasFiles={!isBackups && files.rows.length > 0}
        onSort={setSort}
        onSelect={start}
        onClose={() => setOptions(false)}
      />
      {shown && (
        <FileMenu
          file={shown}
          nowMs={nowMs}
          isOpen={hasMenu}
          onClose={() => setMenu(false)}
          onPreview={() => setPreview(shown)}
          onSend={() => choosePhones([shown])}
          onTrash={() => trashing.run([shown])}
        />
      )}
      <PreviewOf file={preview} onClose={() => setPreview(undefined)} />
    </Page>
  )
}
