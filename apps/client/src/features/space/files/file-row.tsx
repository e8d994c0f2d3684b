import { formatFileSize } from '@yunji/contract/display/text'
import { fileTime } from '@yunji/contract/display/time'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import type { ReactNode } from 'react'
import { SwipeRow } from '../../../shared/ui/card/swipe-row.tsx'
import { Tick } from '../../../shared/ui/choice/tick.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { more } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { Picture } from '../../../shared/ui/picture/picture'
import { kindDisplays } from './file-displays.ts'
import styles from './file-row.module.css'
import { pictureAddress } from './files.ts'

/** The picture itself over the icon of its kind, which shows while it loads and where it cannot be drawn. */
export function FileTile({ file }: { readonly file: SpaceFile }) {
  const { icon, tone } = kindDisplays[file.kind]
  return (
    <Box className={styles.tile}>
      <IconTile of={icon} tone={tone} />
      {file.previewUrl !== '' && <Picture className={styles.thumbnail} src={pictureAddress(file.previewUrl)} />}
    </Box>
  )
}

interface FileFaceProps {
  readonly leading: ReactNode
  readonly name: string
  readonly about: string
}

export function FileFace({ leading, name, about }: FileFaceProps) {
  return (
    <>
      {leading}
      <Box className={styles.words}>
        <Box className={styles.name}>{name}</Box>
        <Box className={styles.about}>{about}</Box>
      </Box>
    </>
  )
}

export const aboutFile = ({ sizeBytes, createdAt }: SpaceFile, nowMs: number): string =>
  `${formatFileSize(sizeBytes)} · ${fileTime(createdAt, nowMs)}`

interface FileRowProps {
  readonly file: SpaceFile
  readonly nowMs: number
  /** Selected state; absent outside the selection mode. */
  readonly isChosen?: boolean | undefined
  readonly onTap: () => void
  readonly onMenu: () => void
  readonly onTrash: () => void
}

export function FileRow({ file, nowMs, isChosen, onTap, onMenu, onTrash }: FileRowProps) {
  const face = <FileFace leading={<FileTile file={file} />} name={file.name} about={aboutFile(file, nowMs)} />
  if (isChosen !== undefined) {
    return (
      <Tap className={styles.face} isChecked={isChosen} onTap={onTap}>
        <Tick isOn={isChosen} />
        {face}
      </Tap>
    )
  }
  return (
    <SwipeRow actions={[{ text: '删除', isDanger: true, onTap: onTrash }]}>
      <Box className={styles.row}>
        <Tap className={styles.face} onTap={onTap}>
          {face}
        </Tap>
        <Tap className={styles.more} label={`「${file.name}」的操作`} onTap={onMenu}>
          <Icon of={more} size={20} />
        </Tap>
      </Box>
    </SwipeRow>
  )
}
