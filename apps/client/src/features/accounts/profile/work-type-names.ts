import type { WorkType } from '@yunji/contract/accounts/user/rules'
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

/** One that was taken out of the list since is not known here. */
export const workTypeName = (options: readonly PickerOption[], { industryId, worktypeId }: WorkType): string =>
  labelOf(options, [industryId, worktypeId]) ?? '其他'
