import { type PropsWithChildren, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Box, Scrim } from '../elements/elements'
import styles from './sheet.module.css'
import { SheetPanel } from './sheet-panel.tsx'
import { useModalFocus } from './use-modal-focus'
import { usePresence } from './use-presence.ts'

const LEAVE_MS = 220

interface SheetProps extends PropsWithChildren {
  readonly isOpen: boolean
  readonly title: string
  /** Replaces the visible title; screen readers still get `title`. */
  readonly header?: ReactNode
  /** Fixed below the scrolling content. */
  readonly footer?: ReactNode
  readonly onClose: () => void
}

/** Panel that slides up over the page. */
export function Sheet({ isOpen, onClose, ...content }: SheetProps) {
  const id = useId()
  const presence = usePresence(isOpen, LEAVE_MS)
  useModalFocus(id, isOpen, onClose)
  if (presence === 'closed') return null
  return (
    <Box className={classes(styles.cover, presence === 'closing' && styles.leaving)}>
      <Scrim className={styles.scrim} onTap={onClose} />
      <SheetPanel id={id} onClose={onClose} {...content} />
    </Box>
  )
}
