import { classes } from './classes.ts'
import styles from './field-box.module.css'

interface FieldBoxState {
  readonly isFocused?: boolean
  readonly isWrong?: boolean
  readonly isDisabled?: boolean
}

/** The look of a box that is typed or chosen into; whoever uses it adds its own measures. */
export const fieldBox = ({ isFocused, isWrong, isDisabled }: FieldBoxState): string =>
  classes(styles.box, isFocused && styles.focused, !isFocused && isWrong && styles.wrong, isDisabled && styles.disabled)
