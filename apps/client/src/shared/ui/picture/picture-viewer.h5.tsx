import { useId } from 'react'
import { Box, Scrim, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { close } from '../icon/icons.ts'
import { useModalFocus } from '../overlay/use-modal-focus'
import styles from './picture-viewer.module.css'

export interface PictureViewerProps {
  readonly src: string
  readonly name: string
  readonly onClose: () => void
}

/** A picture over the whole screen. */
export function PictureViewer({ src, name, onClose }: PictureViewerProps) {
  const id = useId()
  useModalFocus(id, true, onClose)
  return (
    <Box id={id} className={styles.viewer} role="dialog" label={name} isModal>
      <Scrim className={styles.ground} onTap={onClose} />
      <img className={styles.picture} src={src} alt={name} />
      <Box className={styles.top}>
        <Box className={styles.name}>{name}</Box>
        <Tap className={styles.close} label="关闭" onTap={onClose}>
          <Icon of={close} />
        </Tap>
      </Box>
    </Box>
  )
}
