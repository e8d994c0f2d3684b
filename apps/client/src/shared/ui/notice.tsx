import { Box } from './elements'
import { Icon } from './icon.tsx'
import type { IconDrawing } from './icons.ts'
import styles from './notice.module.css'

interface NoticeProps {
  readonly icon: IconDrawing
  readonly title: string
  readonly text: string
}

export function Notice({ icon, title, text }: NoticeProps) {
  return (
    <Box className={styles.notice} role="note">
      <Icon of={icon} size={20} />
      <Box className={styles.words}>
        <Box as="p" className={styles.title}>
          {title}
        </Box>
        <Box as="p">{text}</Box>
      </Box>
    </Box>
  )
}
