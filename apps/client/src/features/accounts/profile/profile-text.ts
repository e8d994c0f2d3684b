import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import type { UserInfo } from '@yunji/contract/accounts/user/schema'
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

/** The one that says most: passed, then under way, then refused. */
const order = [CheckStatus.pass, CheckStatus.pending, CheckStatus.reject] as const

/** The verification state to show, out of the two. */
export const checkShown = (user: Pick<UserInfo, 'personalCheckStatus' | 'companyCheckStatus'>): CheckStatus => {
  const checks = new Set([user.personalCheckStatus, user.companyCheckStatus])
  return order.find((status) => checks.has(status)) ?? CheckStatus.none
}
