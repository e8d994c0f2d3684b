import type { PropsWithChildren, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { ChoiceGroup } from './choice-group'
import styles from './option-tile.module.css'

interface OptionTileProps {
  readonly title: string
  /** The title is a figure, and the tile's own matter. */
  readonly isTitleLarge?: boolean
  readonly value?: ReactNode
  readonly note?: ReactNode
  /** Label of the discount on the edge: 首购价, 9 折, 送 300. */
  readonly tip?: string
  readonly isStart?: boolean
  readonly isSelected: boolean
  readonly isDisabled?: boolean
  readonly onTap: () => void
}

/** Tile of one offer in a single choice. */
export function OptionTile({ title, isTitleLarge, value, note, tip, isStart, isSelected, ...action }: OptionTileProps) {
  const className = classes(
    styles.tile,
    isStart && styles.start,
    isSelected && styles.selected,
    action.isDisabled && styles.disabled,
  )
  return (
    <Tap {...action} className={className} choice="radio" isChecked={isSelected}>
      {tip && <Box className={styles.tip}>{tip}</Box>}
      <Box className={classes(styles.title, isTitleLarge && styles.large)}>{title}</Box>
      {value}
      {note && <Box className={styles.note}>{note}</Box>}
    </Tap>
  )
}

interface OptionGridProps extends PropsWithChildren {
  readonly label: string
  /** Fewer in a row. */
  readonly isWide?: boolean
}

/** Grid of tiles, as many in a row as fit. */
export function OptionGrid({ label, isWide, children }: OptionGridProps) {
  return (
    <ChoiceGroup className={classes(styles.grid, isWide && styles.wide)} role="radiogroup" label={label}>
      {children}
    </ChoiceGroup>
  )
}
