import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import styles from './field-parts.module.css'

interface FieldBoxState {
  readonly isFocused?: boolean
  readonly isWrong?: boolean
  readonly isDisabled?: boolean
}

/** Classes of an input box; the user of it adds the dimensions. */
export const fieldBox = ({ isFocused, isWrong, isDisabled }: FieldBoxState): string =>
  classes(styles.box, isFocused && styles.focused, !isFocused && isWrong && styles.wrong, isDisabled && styles.disabled)

interface FieldNoteProps {
  readonly id: string
  readonly hint?: string
  readonly error?: string
}

/** Text under a field: the error, else the hint. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  if (error) {
    return (
      <Box as="p" id={id} role="alert" className={classes(styles.note, styles.error)}>
        {error}
      </Box>
    )
  }
  if (!hint) return null
  return (
    <Box as="p" className={styles.note}>
      {hint}
    </Box>
  )
}

interface FieldActionProps {
  readonly label: string
  readonly onTap: () => void
  readonly children: ReactNode
}

/** A small sign at the end of a field that does something with its value. */
export function FieldAction({ label, onTap, children }: FieldActionProps) {
  return (
    <Tap className={styles.action} label={label} onTap={onTap}>
      {children}
    </Tap>
  )
}
