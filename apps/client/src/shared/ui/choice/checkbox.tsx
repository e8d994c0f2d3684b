import { classes } from '../classes.ts'
import { Tap } from '../elements/elements'
import styles from './checkbox.module.css'
import { Tick } from './tick.tsx'

interface CheckboxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isChecked: boolean) => void
}

export function Checkbox({ label, isChecked, isDisabled, onChange }: CheckboxProps) {
  return (
    <Tap
      className={classes(styles.hit, isDisabled && styles.disabled)}
      label={label}
      isChecked={isChecked}
      isDisabled={isDisabled}
      onTap={() => onChange(!isChecked)}
    >
      <Tick isOn={isChecked} />
    </Tap>
  )
}
