import type { LoginResult } from '@yunji/contract/user/schema'
import { isMobile } from '@yunji/contract/validation/mobile'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import type { SessionOrigin } from '../../platform/sessions/origin.ts'
import type { LoginDeps, UserDeps } from './deps.ts'
import { ATTEMPT_LIMIT } from './login-store.ts'
import { verifyPassword } from './passwords.ts'

/** Counts the guess, then checks it. Every place that takes a password counts on the same number. */
export const checkPassword =
  ({ loginStore, verifyPassword: verify = verifyPassword }: LoginDeps) =>
  async (mobilePhone: string, password: string) => {
    const { attempts, user } = await loginStore.countAttempt(mobilePhone)
    if (attempts > ATTEMPT_LIMIT) throw new AppError('PASSWORD_LOCKED')
    const isRight = await verify(user?.passwordHash ?? null, password)
    return isRight ? user : null
  }

/** Unknown number and wrong password take the same way to the same answer. */
export const logIn =
  (deps: LoginDeps) =>
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
    const isNew = await deps.loginStore.enter({ mobilePhone, userId: user.id, session, ...origin })
    // The event stands already: should nobody be woken for it now, it is found within a minute.
    if (isNew) await deps.database.db.transaction((tx) => deps.outbox.wake(tx))
    return { token: session.token, userId: user.id, showModifyPassword: 0 }
  }

export const logOut =
  ({ database: { db }, sessions }: UserDeps) =>
  (caller: Caller): Promise<void> =>
    db.transaction((tx) => sessions.end(tx, caller))
