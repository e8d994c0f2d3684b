import { UPLOAD_MAXIMUM_FILES } from '@yunji/contract/display/limits'
import { isFileListComplete } from '@yunji/contract/validation/input'
import { useEffect, useId, useState } from 'react'
import { showToast } from '../../feedback/toast.ts'
import { chooseFiles, releaseFile } from '../../platform/files/choose-files'
import type { FileRequest } from '../../platform/files/chosen-file.ts'
import { Box, Tap } from '../elements/elements'
import { FieldNote } from '../field/field-parts.tsx'
import { camera, plus } from '../icon/controls.ts'
import { Icon } from '../icon/icon.tsx'
import type { Uploads } from './create-uploads.ts'
import { createUploads, type Upload } from './create-uploads.ts'
import type { UploadItem } from './upload-list.ts'
import { UploadTile } from './upload-tile.tsx'
import styles from './uploader.module.css'

/** Uploads of a page, cancelled on unmount. `send` is taken at mount. */
export function useUploads<Result>(upload: Upload<Result>, maximum?: number) {
  const [items, show] = useState<readonly UploadItem<Result>[]>([])
  const [uploads] = useState(() => createUploads({ upload, show, release: releaseFile, maximum }))
  useEffect(() => uploads.abandon, [uploads])
  return { ...uploads, items, isComplete: isFileListComplete(items) }
}

interface UploaderProps {
  readonly label: string
  readonly items: readonly UploadItem[]
  readonly uploads: Pick<Uploads, 'add' | 'cancel' | 'retry' | 'remove'>
  readonly kind?: FileRequest['kind']
  readonly hasCamera?: boolean
  readonly maximum?: number
  readonly error?: string
}

/** Files to go with something: chosen here, sent at once, each with its own fate. */
export function Uploader(props: UploaderProps) {
  const { label, items, uploads, kind = 'picture', hasCamera, maximum = UPLOAD_MAXIMUM_FILES, error } = props
  const errorId = useId()
  const room = maximum - items.length

  const choose = async (from: FileRequest['from']) => {
    const leftOut = uploads.add(await chooseFiles({ kind, from, limit: room }))
    if (leftOut > 0) showToast(`最多上传 ${maximum} 个文件，${leftOut} 个未添加`)
  }

  return (
    <Box role="group" label={label}>
      <Box className={styles.head}>
        <Box as="span">{label}</Box>
        <Box as="span" className={styles.count}>
          {items.length}/{maximum}
        </Box>
      </Box>
      <Box className={styles.grid}>
        {items.map((item) => (
          <UploadTile key={item.id} item={item} uploads={uploads} />
        ))}
        {room > 0 && (
          <Tap className={styles.add} onTap={() => void choose('files')}>
            <Icon of={plus} />
            {kind === 'picture' ? '添加图片' : '添加文件'}
          </Tap>
        )}
        {room > 0 && hasCamera && (
          <Tap className={styles.add} onTap={() => void choose('camera')}>
            <Icon of={camera} />
            拍照
          </Tap>
        )}
      </Box>
      <FieldNote id={errorId} error={error} />
    </Box>
  )
}
