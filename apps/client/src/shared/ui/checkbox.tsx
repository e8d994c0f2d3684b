import styles from './checkbox.module.css'
import { classes } from './classes.ts'
import { Box, Tap } from './elements'
import { Icon } from './icon.tsx'
import { check } from './icons.ts'

interface CheckboxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

export function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <Tap className={styles.hit} label={label} isChecked={isChecked} onTap={() => onChange(!isChecked)}>
      <Box className={classes(styles.box, isChecked && styles.ticked)}>
        {isChecked && <Icon of={check} size={16} />}
      </Box>
    </Tap>
  )
}
