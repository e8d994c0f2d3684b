import { classes } from './classes.ts'
import { Box } from './elements'
import styles from './field-note.module.css'

interface FieldNoteProps {
  readonly id: string
  readonly hint?: string
  readonly error?: string
}

/** Under a field of any sort: what is wrong with it, else what it should be. */
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
