import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'

/** `mobilePhone` may only name the caller: other numbers look unknown. */
export const userInfoOf = ({ userId, profile }: Caller, mobilePhone: string | undefined): UserInfo => {
  if (!profile) throw new Error('user info is bound without the profile of its caller')
  if (mobilePhone !== undefined && mobilePhone !== profile.mobilePhone) throw new AppError('NOT_FOUND')
  const { hasPassword, ...shown } = profile
  return {
    userId,
    ...(shown as Omit<UserInfo, 'userId' | 'showModifyPassword'>),
    showModifyPassword: hasPassword ? 0 : 1,
  }
}
