import { formatFileSize } from '@yunji/contract/display/text'
import { PREVIEW_LARGE } from '@yunji/contract/space/file/rules'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { ListFoot } from '../../../shared/list/list-foot.tsx'
import { useEndCheck } from '../../../shared/list/pull/end-check.ts'
import type { PagedList } from '../../../shared/list/use-paged-list.ts'
import { spacePath } from '../../../shared/navigation/page-paths.ts'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { PictureViewer } from '../../../shared/ui/picture/picture-viewer'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import { FileRow } from './file-row.tsx'
import { pictureAddress } from './files.ts'
import styles from './space-files.module.css'

interface FileListProps {
  readonly list: PagedList<SpaceFile>
  readonly nowMs: number
  readonly chosen: ReadonlySet<string> | null
  /** A search or a filter is on. */
  readonly isNarrowed: boolean
  readonly trashBytes: number
  readonly onTap: (file: SpaceFile) => void
  readonly onMenu: (file: SpaceFile) => void
  readonly onTrash: (file: SpaceFile) => void
}

function Rows({ list, nowMs, chosen, onTap, onMenu, onTrash }: FileListProps) {
  useEndCheck()
  return (
    <>
      <Box as="ul" className={styles.list}>
        {list.rows.map((file) => (
          <Box as="li" key={file.fileId} className={styles.item}>
            <FileRow
              file={file}
              nowMs={nowMs}
              isChosen={chosen?.has(file.fileId)}
              onTap={() => onTap(file)}
              onMenu={() => onMenu(file)}
              onTrash={() => onTrash(file)}
            />
          </Box>
        ))}
      </Box>
      <ListFoot end={list.end} onRetry={list.retryMore} />
    </>
  )
}

const nothing = { title: '云空间还是空的', hint: '上传文件后，可以发送到任意云手机' }
const noMatch = { title: '没有符合条件的文件', hint: '换个类型或关键词试试' }

/** Files of the space, and below them the way to deleted ones. */
export function FileList(props: FileListProps) {
  const { list, isNarrowed, trashBytes } = props
  return (
    <>
      <Async
        of={list.query}
        loading={
          <Box className={styles.skeleton}>
            <RowsSkeleton rows={4} />
          </Box>
        }
        isEmpty={() => list.rows.length === 0}
        empty={<Empty illustration={noFiles} {...(isNarrowed ? noMatch : nothing)} />}
      >
        {() => <Rows {...props} />}
      </Async>
      {trashBytes > 0 && (
        <Box className={styles.foot}>
          {`回收站里有 ${formatFileSize(trashBytes)}，不占空间`}
          <TextLink to={spacePath('trash')}>查看</TextLink>
        </Box>
      )}
    </>
  )
}

interface PreviewProps {
  readonly file: SpaceFile | undefined
  readonly onClose: () => void
}

export function PreviewOf({ file, onClose }: PreviewProps) {
  if (!file) return null
  const src = pictureAddress(`${file.previewUrl}&size=${PREVIEW_LARGE}`)
  return <PictureViewer src={src} name={file.name} onClose={onClose} />
}
