import type { PropsWithChildren, ReactNode } from 'react'
import { Box, ScrollArea, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { close } from '../icon/icons.ts'
import styles from './sheet.module.css'

interface SheetPanelProps extends PropsWithChildren {
  readonly id?: string
  readonly title: string
  readonly header?: ReactNode
  readonly footer?: ReactNode
  readonly onClose: () => void
}

/** The visible part of a sheet. */
export function SheetPanel({ id, title, header, footer, onClose, children }: SheetPanelProps) {
  return (
    <Box id={id} className={styles.panel} role="dialog" label={title} isModal>
      <Box className={styles.grabber} isDecoration />
      {header ?? (
        <Box className={styles.top}>
          <Box as="h2" className={styles.title}>
            {title}
          </Box>
          <Tap className={styles.close} label="关闭" onTap={onClose}>
            <Icon of={close} />
          </Tap>
        </Box>
      )}
      <ScrollArea className={styles.content}>{children}</ScrollArea>
      {footer && <Box className={styles.footer}>{footer}</Box>}
    </Box>
  )
}
