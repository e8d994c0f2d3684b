import type { LoginResult } from '@yunji/contract/user/schema'
import { isMobile } from '@yunji/contract/validation/mobile'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import type { SessionOrigin } from '../../platform/sessions/origin.ts'
import type { UserDeps } from './deps.ts'
import { type AttemptRule, countAttempt, enterByPassword } from './login-store.ts'
import { verifyPassword } from './passwords.ts'

const ATTEMPT_LIMIT = 5
const LOCK_MS = 15 * MINUTE_MS

const attemptRule = (clock: Clock): AttemptRule => {
  const now = clock.now()
  return { limit: ATTEMPT_LIMIT, now, windowEndsAt: later(now, LOCK_MS) }
}

/** Counts the guess, then checks it. Every place that takes a password counts on the same number. */
export const checkPassword =
  ({ database: { pool }, clock, verifyPassword: verify = verifyPassword }: UserDeps) =>
  async (mobilePhone: string, password: string) => {
    const { attempts, user } = await countAttempt(pool, mobilePhone, attemptRule(clock))
    if (attempts > ATTEMPT_LIMIT) throw new AppError('PASSWORD_LOCKED')
    const isRight = await verify(user?.passwordHash ?? null, password)
    return isRight ? user : null
  }

/** Unknown number and wrong password take the same way to the same answer. */
export const logIn =
  (deps: UserDeps) =>
  async (
    mobilePhone: string | undefined,
    password: string | undefined,
    origin: SessionOrigin,
  ): Promise<LoginResult> => {
    if (!mobilePhone || !password) throw new AppError('PASSWORD_OR_PHONE_EMPTY')
    if (!isMobile(mobilePhone)) throw new AppError('PASSWORD_VERIFICATION_FAILED')
    const user = await checkPassword(deps)(mobilePhone, password)
    if (!user) throw new AppError('PASSWORD_VERIFICATION_FAILED')
    if (user.isFrozen) throw new AppError('ACCOUNT_FROZEN')
    const session = deps.sessions.prepare()
    await enterByPassword(deps.database.pool, { mobilePhone, userId: user.id }, session, origin)
    return { token: session.token, userId: user.id, showModifyPassword: 0 }
  }

export const logOut =
  ({ database: { db }, sessions }: UserDeps) =>
  (caller: Caller): Promise<void> =>
    db.transaction((tx) => sessions.end(tx, caller))
