import type { PickerOption, PickerValue } from './picker-columns.ts'

export interface PickerProps {
  readonly label: string
  readonly placeholder: string
  /** One column, or several that follow from each other where options have children. */
  readonly options: readonly PickerOption[]
  /** What is chosen in each column; empty before anything is. */
  readonly value: readonly PickerValue[]
  readonly onChange: (value: readonly PickerValue[]) => void
  readonly error?: string
  readonly isDisabled?: boolean
}
