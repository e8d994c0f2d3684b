import { formatCount } from '@yunji/contract/display/text'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import type { Option } from './choice.ts'
import { ChoiceGroup } from './choice-group'
import styles from './tabs.module.css'

interface TabsProps<Value> {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  /** Width of their text, from the left, instead of spread over the row. */
  readonly isCompact?: boolean
  readonly onChange: (value: Value) => void
}

export function Tabs<Value extends string | number>({ label, options, value, isCompact, onChange }: TabsProps<Value>) {
  return (
    <ChoiceGroup className={classes(styles.tabs, isCompact && styles.compact)} role="tablist" label={label} isFollowed>
      {options.map((option) => (
        <Tap
          key={option.value}
          className={classes(styles.tab, option.value === value && styles.selected)}
          choice="tab"
          isChecked={option.value === value}
          isTabStop={option.value === value}
          onTap={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && (
            <Box as="span" className={styles.count}>
              {formatCount(option.count)}
            </Box>
          )}
        </Tap>
      ))}
    </ChoiceGroup>
  )
}
