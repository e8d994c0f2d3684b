import { Tap } from '../ui/elements/elements'
import { top } from '../ui/icon/controls.ts'
import { Icon } from '../ui/icon/icon.tsx'
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
