import { Badged } from '../badge/badge.tsx'
import { Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import styles from './icon-button.module.css'

interface IconButtonProps {
  readonly of: IconDrawing
  /** Accessible name, including the count. */
  readonly label: string
  readonly size?: 20 | 24
  readonly count?: number
  readonly to?: string
  readonly onTap?: () => void
}

/** An action that its drawing alone shows. */
export function IconButton({ of, label, size, count = 0, ...action }: IconButtonProps) {
  return (
    <Tap {...action} className={styles.button} label={label}>
      <Badged count={count}>
        <Icon of={of} size={size} />
      </Badged>
    </Tap>
  )
}
