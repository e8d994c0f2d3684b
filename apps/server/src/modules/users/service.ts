import type { LoginResult, UserInfo } from '@yunji/contract/user/schema'
import { isMobile } from '@yunji/contract/validation/mobile'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import { verifyPassword } from './passwords.ts'
import { countAttempt, findUserById, findUserByPhone, forgetAttempts, type UserRow } from './store.ts'

export interface UserDeps {
  readonly database: Database
  readonly sessions: Sessions
  readonly clock: Clock
}

const ATTEMPT_LIMIT = 5
const LOCK_MS = 15 * MINUTE_MS

/** Unknown number and wrong password take the same way to the same answer. */
export const logIn =
  ({ database: { db }, sessions, clock }: UserDeps) =>
  async (mobilePhone: string | undefined, password: string | undefined): Promise<LoginResult> => {
    if (!mobilePhone || !password) throw new AppError('PASSWORD_OR_PHONE_EMPTY')
    if (!isMobile(mobilePhone)) throw new AppError('PASSWORD_VERIFICATION_FAILED')

    const now = clock.now()
    const attempts = await countAttempt(db, mobilePhone, ATTEMPT_LIMIT, now, later(now, LOCK_MS))
    if (attempts > ATTEMPT_LIMIT) throw new AppError('PASSWORD_LOCKED')

    const user = await findUserByPhone(db, mobilePhone)
    const isRight = await verifyPassword(user?.passwordHash ?? null, password)
    if (!user || !isRight) throw new AppError('PASSWORD_VERIFICATION_FAILED')
    if (user.frozenAt) throw new AppError('ACCOUNT_FROZEN')

    return db.transaction(async (tx) => {
      await forgetAttempts(tx, mobilePhone)
      const token = await sessions.start(tx, user.id)
      return { token, userId: user.id, showModifyPassword: mustSetPassword(user) }
    })
  }

export const logOut =
  ({ database: { db }, sessions }: UserDeps) =>
  (caller: Caller): Promise<void> =>
    db.transaction((tx) => sessions.end(tx, caller))

/** `mobilePhone` may only name the caller: anyone else's number looks like nobody's. */
export const getUserInfo =
  ({ database: { db } }: UserDeps) =>
  async (caller: Caller, mobilePhone: string | undefined): Promise<UserInfo> => {
    const user = await findUserById(db, caller.userId)
    if (!user || (mobilePhone !== undefined && mobilePhone !== user.mobilePhone)) throw new AppError('NOT_FOUND')
    return toUserInfo(user)
  }

const mustSetPassword = (user: UserRow): 0 | 1 => (user.passwordHash ? 0 : 1)

const toUserInfo = (user: UserRow): UserInfo => ({
  userId: user.id,
  name: user.name,
  avatar: user.avatar,
  mobilePhone: user.mobilePhone ?? '',
  userType: user.userType as UserInfo['userType'],
  personalCheckStatus: user.personalCheckStatus as UserInfo['personalCheckStatus'],
  companyCheckStatus: user.companyCheckStatus as UserInfo['companyCheckStatus'],
  showModifyPassword: mustSetPassword(user),
})
