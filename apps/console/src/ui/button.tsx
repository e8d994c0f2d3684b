import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'primary' | 'tint' | 'outline' | 'danger' | 'dangerFill' | 'ghost'
  readonly icon?: IconName | undefined
  readonly isBusy?: boolean | undefined
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Passes its element on, beside which a menu opens. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { tone = 'outline', icon, isBusy, isWide, disabled, children, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      className={classes(styles.button, styles[tone], isWide && styles.wide)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className={styles.spinner} /> : icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
})

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName
  /** Name for screen readers and the hint of the pointer. */
  readonly label: string
}

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, ...rest },
  ref,
) {
  return (
    <button ref={ref} type="button" aria-label={label} title={label} {...rest} className={styles.iconButton}>
      <Icon name={icon} />
    </button>
  )
})
