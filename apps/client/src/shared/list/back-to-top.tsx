import { Tap } from '../ui/elements'
import { Icon } from '../ui/icon.tsx'
import { top } from '../ui/icons/controls.ts'
import styles from './back-to-top.module.css'

interface BackToTopProps {
  readonly onTap: () => void
}

export function BackToTop({ onTap }: BackToTopProps) {
  return (
    <Tap className={styles.button} label="返回顶部" onTap={onTap}>
      <Icon of={top} size={20} />
    </Tap>
  )
}
