import type { Option } from '../../../../shared/ui/choice/choice.ts'
import { ChoiceGroup } from '../../../../shared/ui/choice/choice-group'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import styles from './pick.module.css'

interface PickProps<Value> {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Labelled single choice of short texts. */
export function Pick<Value extends string | number>({ label, options, value, onChange }: PickProps<Value>) {
  return (
    <Box className={styles.line}>
      <Box className={styles.name}>{label}</Box>
      <ChoiceGroup className={styles.options} role="radiogroup" label={label} isFollowed>
        {options.map((option) => (
          <Tap
            key={option.value}
            className={styles.hit}
            choice="radio"
            isChecked={option.value === value}
            isTabStop={option.value === value}
            onTap={() => onChange(option.value)}
          >
            <Box className={classes(styles.option, option.value === value && styles.chosen)}>{option.label}</Box>
          </Tap>
        ))}
      </ChoiceGroup>
    </Box>
  )
}
