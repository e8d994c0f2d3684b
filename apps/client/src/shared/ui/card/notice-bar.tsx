import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { clock, forward, type IconDrawing } from '../icon/icons.ts'
import styles from './notice-bar.module.css'

interface NoticeBarProps {
  readonly text: string
  /** `dead` for what has happened, `brand` for information. */
  readonly tone?: 'soon' | 'dead' | 'brand'
  readonly icon?: IconDrawing
  /** Cut off at the end of the line, so that the height never changes. */
  readonly isOneLine?: boolean
  /** Label of the action; the whole bar is its target. */
  readonly action?: string
  readonly to?: string
  readonly onTap?: () => void
}

/** Notice over the whole width. */
export function NoticeBar({ text, tone = 'soon', icon = clock, isOneLine, action, to, onTap }: NoticeBarProps) {
  const className = classes(styles.bar, styles[tone])
  const content = (
    <>
      <Icon of={icon} size={20} />
      <Box className={classes(styles.text, isOneLine && styles.oneLine)}>{text}</Box>
      {action && (
        <Box className={styles.action}>
          {action}
          <Icon of={forward} size={16} />
        </Box>
      )}
    </>
  )
  if (!action) {
    return (
      <Box className={className} role="note">
        {content}
      </Box>
    )
  }
  return (
    <Tap className={className} to={to} onTap={onTap}>
      {content}
    </Tap>
  )
}
