import type { ReactNode } from 'react'
import { Tick } from '../choice/tick.tsx'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { forward, type IconDrawing } from '../icon/icons.ts'
import styles from './cell.module.css'

interface CellProps {
  readonly icon?: IconDrawing
  /** In place of the icon: a tile, a picture, a box to tick. */
  readonly leading?: ReactNode
  readonly title: ReactNode
  /** 16 instead of 14: where the row is the page's own matter. */
  readonly isTitleLarge?: boolean
  readonly sub?: ReactNode
  /** End of the row: text, or an element such as a price or a switch. */
  readonly value?: ReactNode
  readonly isDisabled?: boolean
  readonly to?: string
  readonly onTap?: () => void
  /** The row is one of several choices. */
  readonly isChecked?: boolean
  readonly choice?: 'checkbox' | 'radio'
}

/** A row: something to know, to choose, or to follow. What cannot be tapped as a whole has no arrow. */
export function Cell({
  icon,
  leading,
  title,
  isTitleLarge,
  sub,
  value,
  isDisabled,
  isChecked,
  choice,
  ...action
}: CellProps) {
  const isChoice = isChecked !== undefined
  const leadsOn = !isChoice && (action.to !== undefined || action.onTap !== undefined)
  const content = (
    <>
      {icon && <Icon of={icon} size={20} />}
      {leading}
      <Box className={styles.body}>
        <Box className={styles.words}>
          <Box className={classes(styles.title, isTitleLarge && styles.large)}>{title}</Box>
          {sub && <Box className={styles.sub}>{sub}</Box>}
        </Box>
        {value && <Box className={classes(styles.value, typeof value === 'string' && styles.note)}>{value}</Box>}
        {isChoice && <Tick isOn={isChecked} />}
        {leadsOn && (
          <Box className={styles.arrow}>
            <Icon of={forward} size={20} />
          </Box>
        )}
      </Box>
    </>
  )
  const className = classes(styles.cell, isDisabled && styles.disabled)
  if (!leadsOn && !isChoice) return <Box className={className}>{content}</Box>
  return (
    <Tap {...action} className={className} isDisabled={isDisabled} isChecked={isChecked} choice={choice}>
      {content}
    </Tap>
  )
}
