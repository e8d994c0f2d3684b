import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import styles from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, isDisabled, onChange }: SwitchProps) {
  return (
    <Tap
      className={classes(styles.hit, isDisabled && styles.disabled)}
      label={label}
      choice="switch"
      isChecked={isOn}
      isDisabled={isDisabled}
      onTap={() => onChange(!isOn)}
    >
      <Box className={classes(styles.groove, isOn && styles.on)}>
        <Box className={styles.thumb} />
      </Box>
    </Tap>
  )
}
