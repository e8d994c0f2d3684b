import type { PropsWithChildren } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Tap } from './elements'

interface ButtonProps extends PropsWithChildren {
  readonly look?: 'primary' | 'outline' | 'danger'
  readonly size?: 'large' | 'medium'
  /** As wide as its words instead of its row. */
  readonly isNarrow?: boolean
  /** Only for the one action of a page that has nothing else. */
  readonly isLifted?: boolean
  readonly isDisabled?: boolean
  readonly isSubmit?: boolean
  readonly to?: string
  readonly onTap?: () => void
}

export function Button({ look = 'primary', size = 'large', isNarrow, isLifted, children, ...action }: ButtonProps) {
  const className = classes(
    styles.button,
    styles[look],
    size === 'medium' && styles.medium,
    isNarrow && styles.narrow,
    isLifted && styles.lifted,
    action.isDisabled && styles.disabled,
  )
  return (
    <Tap className={className} {...action}>
      {children}
    </Tap>
  )
}
