import { Box } from './elements'
import { Icon } from './icon.tsx'
import type { IconDrawing } from './icons.ts'
import styles from './notice.module.css'

interface NoticeProps {
  readonly icon: IconDrawing
  readonly text: string
}

export function Notice({ icon, text }: NoticeProps) {
  return (
    <Box className={styles.notice} role="note">
      <Icon of={icon} size={20} />
      <Box as="p" className={styles.text}>
        {text}
      </Box>
    </Box>
  )
}
