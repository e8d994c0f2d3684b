import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { fieldBox } from '../field/field-parts.tsx'
import { down } from '../icon/controls.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './picker-box.module.css'

interface PickerBoxProps {
  /** Nothing before it was chosen. */
  readonly text: string | undefined
  readonly placeholder: string
  readonly isWrong: boolean
  readonly isDisabled?: boolean
}

/** What is seen of a choice that is made elsewhere. */
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
