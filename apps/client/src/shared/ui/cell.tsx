import styles from './cell.module.css'
import { Box, Tap } from './elements'
import { Icon } from './icon.tsx'
import { forward, type IconDrawing } from './icons.ts'

interface CellProps {
  readonly icon: IconDrawing
  readonly title: string
  readonly note?: string
  readonly to?: string
  readonly onTap?: () => void
}

/** A row that leads somewhere. */
export function Cell({ icon, title, note, ...action }: CellProps) {
  return (
    <Tap className={styles.cell} {...action}>
      <Icon of={icon} size={20} />
      <Box as="span" className={styles.title}>
        {title}
      </Box>
      {note && (
        <Box as="span" className={styles.note}>
          {note}
        </Box>
      )}
      <Box className={styles.arrow}>
        <Icon of={forward} size={20} />
      </Box>
    </Tap>
  )
}
