import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { fieldBox } from '../field/field-parts.tsx'
import { down } from '../icon/controls.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './picker-box.module.css'

interface PickerBoxProps {
  /** Absent before a choice. */
  readonly text: string | undefined
  readonly placeholder: string
  readonly isWrong: boolean
  readonly isDisabled?: boolean
}

/** Shows a value that is chosen in a sheet. */
export function PickerBox({ text, placeholder, isWrong, isDisabled }: PickerBoxProps) {
  return (
    <Box className={classes(styles.box, fieldBox({ isWrong, isDisabled }))}>
      <Box
        as="span"
        className={classes(styles.text, text === undefined && (isDisabled ? styles.disabled : styles.empty))}
      >
        {text ?? placeholder}
      </Box>
      <Box className={styles.arrow}>
        <Icon of={down} size={20} />
      </Box>
    </Box>
  )
}
