import { Chip, type ChipVariant } from './chip.tsx'
import styles from './chips.module.css'
import type { Option } from './choice.ts'
import { ChoiceGroup } from './choice-group'

interface ChipsProps<Value> {
  /** Accessible name of the group. */
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly variant?: ChipVariant
  /** On a narrow screen only the selected chip shows its count. */
  readonly isCompact?: boolean
  readonly onChange: (value: Value) => void
}

/** Single choice in a scrolling row. */
export function Chips<Value extends string | number>({
  label,
  options,
  value,
  variant,
  isCompact,
  onChange,
}: ChipsProps<Value>) {
  return (
    <ChoiceGroup className={styles.row} role="radiogroup" label={label} isFollowed>
      {options.map((option) => (
        <Chip
          key={option.value}
          count={option.count}
          variant={variant}
          isCompact={isCompact}
          isSelected={option.value === value}
          isDisabled={option.isDisabled}
          onTap={() => onChange(option.value)}
        >
          {option.label}
        </Chip>
      ))}
    </ChoiceGroup>
  )
}
