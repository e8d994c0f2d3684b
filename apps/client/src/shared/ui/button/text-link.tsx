import type { PropsWithChildren } from 'react'
import { classes } from '../classes.ts'
import { Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import styles from './text-link.module.css'

interface TextLinkProps extends PropsWithChildren {
  readonly tone?: 'brand' | 'ink' | 'danger'
  readonly icon?: IconDrawing
  /** After the words, where it says that something follows. */
  readonly endIcon?: IconDrawing
  readonly isDisabled?: boolean
  readonly to?: string
  readonly onTap?: () => void
}

/** An action in words alone, beside something that weighs more. */
export function TextLink({ tone = 'brand', icon, endIcon, children, ...action }: TextLinkProps) {
  return (
    <Tap {...action} className={classes(styles.link, styles[tone], action.isDisabled && styles.disabled)}>
      {icon && <Icon of={icon} size={20} />}
      {children}
      {endIcon && <Icon of={endIcon} size={16} />}
    </Tap>
  )
}
