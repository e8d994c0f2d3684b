import { formatFileSize } from '@yunji/contract/display/text'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { reboot } from '../icon/device.ts'
import { file as fileIcon } from '../icon/files.ts'
import { Icon } from '../icon/icon.tsx'
import { close } from '../icon/icons.ts'
import { Picture } from '../picture/picture'
import { ProgressBar } from '../progress/progress-bar.tsx'
import type { Uploads } from './create-uploads.ts'
import type { UploadItem, UploadState } from './upload-list.ts'
import styles from './upload-tile.module.css'

const words: Readonly<Partial<Record<UploadState, string>>> = {
  waiting: '等待中',
  failed: '失败',
  cancelled: '已取消',
}

function Thumbnail({ name, sizeBytes, pictureUrl }: ChosenFile) {
  if (pictureUrl) return <Picture className={styles.picture} src={pictureUrl} alt={name} />
  return (
    <Box className={styles.file}>
      <Icon of={fileIcon} />
      <Box as="p" className={styles.name}>
        {name}
      </Box>
      <Box as="p">{formatFileSize(sizeBytes)}</Box>
    </Box>
  )
}

/** Overlay of an unfinished upload: progress, or the failure. */
function Veil({ state, progress, file }: UploadItem) {
  return (
    <Box className={classes(styles.veil, !file.pictureUrl && styles.solid)}>
      <Box as="p">{words[state] ?? `${progress}%`}</Box>
      {!file.pictureUrl && (
        <Box as="p" className={styles.name}>
          {file.name}
        </Box>
      )}
      {state === 'sending' && (
        <Box className={styles.bar}>
          <ProgressBar label={`上传 ${file.name}`} percent={progress} />
        </Box>
      )}
    </Box>
  )
}

interface UploadTileProps {
  readonly item: UploadItem
  readonly uploads: Pick<Uploads, 'cancel' | 'retry' | 'remove'>
}

/** Tile of one file: progress, retry and removal. */
export function UploadTile({ item, uploads }: UploadTileProps) {
  const { id, file, state } = item
  const isOpen = state === 'waiting' || state === 'sending'
  const hasEnded = state === 'failed' || state === 'cancelled'
  return (
    <Box className={classes(styles.tile, state === 'failed' && styles.failed)}>
      <Thumbnail {...file} />
      {state !== 'done' && <Veil {...item} />}
      {hasEnded && (
        <Tap className={styles.retry} label={`重试上传 ${file.name}`} onTap={() => uploads.retry(id)}>
          <Icon of={reboot} size={20} />
          重试
        </Tap>
      )}
      <Tap
        className={styles.corner}
        label={`${isOpen ? '取消上传' : '删除'} ${file.name}`}
        onTap={() => (isOpen ? uploads.cancel(id) : uploads.remove(id))}
      >
        <Box className={styles.cross}>
          <Icon of={close} size={16} />
        </Box>
      </Tap>
    </Box>
  )
}
