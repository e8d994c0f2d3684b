import type { PropsWithChildren } from 'react'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import { Spinner } from '../status/spinner.tsx'
import styles from './button.module.css'

const BUSY_TEXT = '提交中…'

interface ButtonProps extends PropsWithChildren {
  /** `irreversible` only in a confirming dialog. */
  readonly variant?: 'primary' | 'tint' | 'outline' | 'quiet' | 'danger' | 'irreversible'
  readonly size?: 'large' | 'medium' | 'small'
  readonly icon?: IconDrawing
  /** Width of its text instead of its row; always so for a small button. */
  readonly isNarrow?: boolean
  /** With a shadow: only for the single action of a page. */
  readonly isLifted?: boolean
  readonly isDisabled?: boolean
  /** Drawn as disabled, but a tap shows the reason. */
  readonly isMuted?: boolean
  /** Shows a spinner; the width is kept, so that the layout does not move. */
  readonly isBusy?: boolean
  readonly busyText?: string
  readonly isSubmit?: boolean
  readonly to?: string
  readonly onTap?: () => void
}

export function Button({
  variant = 'primary',
  size = 'large',
  icon,
  isNarrow,
  isLifted,
  isDisabled,
  isMuted,
  isBusy,
  busyText = BUSY_TEXT,
  children,
  ...action
}: ButtonProps) {
  const isSmall = size === 'small'
  const className = classes(
    styles.button,
    styles[variant],
    styles[size],
    isNarrow && styles.narrow,
    isLifted && styles.lifted,
    (isDisabled || isMuted) && styles.disabled,
  )
  return (
    <Tap
      {...action}
      className={className}
      isDisabled={isDisabled || isBusy}
      isMuted={isMuted}
      label={isBusy ? busyText : undefined}
    >
      <Box className={classes(styles.words, isBusy && styles.hidden)}>
        {icon && <Icon of={icon} size={isSmall ? 16 : 20} />}
        {children}
      </Box>
      {isBusy && (
        <Box className={classes(styles.words, styles.busy)}>
          <Spinner size={isSmall ? 16 : 20} />
          {!isSmall && busyText}
        </Box>
      )}
    </Tap>
  )
}
