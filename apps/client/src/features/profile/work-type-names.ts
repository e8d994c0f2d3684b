import { industries } from '@yunji/contract/user/work-type-options'
import type { WorkType } from '@yunji/contract/user/work-types'
import type { PickerOption } from '../../shared/ui/form/picker-columns.ts'
import { labelOf } from '../../shared/ui/form/picker-columns.ts'

/** Industries, and the work in each. */
export const workTypeOptions: readonly PickerOption[] = industries.map(({ industryId, name, worktypes }) => ({
  value: industryId,
  label: name,
  children: worktypes.map((worktype) => ({ value: worktype.worktypeId, label: worktype.name })),
}))

/** One that a newer release has named is not known here. */
export const workTypeName = ({ industryId, worktypeId }: WorkType): string =>
  labelOf(workTypeOptions, [industryId, worktypeId]) ?? '其他'
