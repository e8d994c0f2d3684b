import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import type { UserInfo } from '@yunji/contract/accounts/user/schema'

/** The one that says most: passed, then under way, then refused. */
const order = [CheckStatus.pass, CheckStatus.pending, CheckStatus.reject] as const

/** The verification state to show, out of the two. */
export const checkShown = (user: Pick<UserInfo, 'personalCheckStatus' | 'companyCheckStatus'>): CheckStatus => {
  const checks = new Set([user.personalCheckStatus, user.companyCheckStatus])
  return order.find((status) => checks.has(status)) ?? CheckStatus.none
}
