import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import type { Option } from './choice.ts'
import { ChoiceGroup } from './choice-group'
import styles from './segmented.module.css'

interface SegmentedProps<Value> {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Single choice between two or three views. */
export function Segmented<Value extends string | number>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const selected = options.findIndex((option) => option.value === value)
  const thumb = { width: `${100 / options.length}%`, transform: `translateX(${selected * 100}%)` }
  return (
    <ChoiceGroup className={styles.groove} role="tablist" label={label} isFollowed>
      <Box className={styles.run} isDecoration>
        <Box className={styles.thumb} style={thumb} />
      </Box>
      {options.map((option) => (
        <Tap
          key={option.value}
          className={classes(styles.side, option.value === value && styles.selected)}
          choice="tab"
          isChecked={option.value === value}
          isTabStop={option.value === value}
          onTap={() => onChange(option.value)}
        >
          {option.label}
        </Tap>
      ))}
    </ChoiceGroup>
  )
}
