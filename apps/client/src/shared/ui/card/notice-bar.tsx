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
  /** Label of the action; the whole bar is its target. */
  readonly action?: string
  readonly to?: string
  readonly onTap?: () => void
}

/** Notice in one line. */
export function NoticeBar({ text, tone = 'soon', icon = clock, action, to, onTap }: NoticeBarProps) {
  const className = classes(styles.bar, styles[tone])
  const content = (
    <>
      <Icon of={icon} size={20} />
      <Box className={styles.text}>{text}</Box>
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
