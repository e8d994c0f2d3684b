import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { labelOf, type PickerOption } from '../../../shared/ui/picker/picker-columns.ts'

interface Entry {
  readonly value: string
  readonly label: string
  readonly parent?: string
}

/** Industries, and the work in each. */
export const workTypeOptions = (industries: readonly Entry[], worktypes: readonly Entry[]): readonly PickerOption[] =>
  industries.map(({ value, label }) => ({
    value: Number(value),
    label,
    children: worktypes
      .filter(({ parent }) => parent === value)
      .map((worktype) => ({ value: Number(worktype.value), label: worktype.label })),
  }))

/** Entries removed from the dictionary get a generic name. */
export const workTypeName = (options: readonly PickerOption[], { industryId, worktypeId }: WorkType): string =>
  labelOf(options, [industryId, worktypeId]) ?? '其他'
