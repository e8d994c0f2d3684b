import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { forgetDevices, rememberDevice } from '../../../platform/login-devices.ts'
import type { LoginDevice } from '../../../platform/rate-limit-keys.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { guessSourceOf } from '../sms-codes/index.ts'
import type { LoginDeps, UserDeps } from './deps.ts'
import { checkOwnPassword } from './log-in-by-password.ts'
import { hashPassword } from './passwords.ts'
import { findUserById, findUserByPhone, forgetFailures, setFirstPassword, setPassword } from './store.ts'

/** Not sent for a first password, which the user was just asked to set. */
const reportPasswordChanged = (tx: Tx, { outbox, clock }: UserDeps, userId: number): Promise<void> => {
  const at = clock.now().getTime()
  return outbox.add(tx, { event: 'passwordChanged', userId, key: `passwordChanged:${userId}:${at}`, payload: { at } })
}

interface PasswordChange {
  readonly oldPassword: string
  readonly newPassword: string
}

/** Guesses of the old password count like those of a login: a stolen session must not allow unlimited tries. */
export const changePassword =
  (deps: LoginDeps) =>
  async (caller: Caller, { oldPassword, newPassword }: PasswordChange, device: LoginDevice): Promise<void> => {
    const { db } = deps.database
    const user = await findUserById(db, caller.userId)
    if (!user?.passwordHash || !user.mobilePhone) throw new AppError('MUST_SET_PASSWORD')
    const { mobilePhone } = user
    if (!(await checkOwnPassword(deps)(caller, mobilePhone, oldPassword))) throw new AppError('OLD_PASSWORD_WRONG')
    const passwordHash = await hashPassword(newPassword)
    await db.transaction(async (tx) => {
      await setPassword(tx, caller.userId, passwordHash)
      await forgetDevices(tx, caller.userId, device.key)
      await deps.sessions.endOthers(tx, caller)
      await reportPasswordChanged(tx, deps, caller.userId)
    })
  }

export const setUpPassword =
  ({ database: { db }, sessions }: UserDeps) =>
  async (caller: Caller, newPassword: string): Promise<void> => {
    const passwordHash = await hashPassword(newPassword)
    await db.transaction(async (tx) => {
      const isFirst = await setFirstPassword(tx, caller.userId, passwordHash)
      if (!isFirst) throw new AppError('PASSWORD_ALREADY_SET')
      await sessions.endOthers(tx, caller)
    })
  }

interface PasswordReset {
  readonly mobilePhone: string
  readonly code: string
  readonly newPassword: string
}

/** The code proves the number, so its holder may learn that no account has it. */
export const resetPassword =
  (deps: UserDeps) =>
  async ({ mobilePhone, code, newPassword }: PasswordReset, { rateLimitKeys, key }: LoginDevice): Promise<void> => {
    const { database, sessions, smsCodes, clock } = deps
    await smsCodes.use(mobilePhone, SmsPurpose.resetPassword, code, guessSourceOf(rateLimitKeys))
    const passwordHash = await hashPassword(newPassword)
    await database.db.transaction(async (tx) => {
      const user = await findUserByPhone(tx, mobilePhone)
      if (!user) throw new AppError('USER_NOT_REGISTERED')
      if (user.frozenAt) throw new AppError('ACCOUNT_FROZEN')
      await setPassword(tx, user.id, passwordHash)
      // Proving the number clears earlier failures, so that the next login is not locked.
      await forgetFailures(tx, mobilePhone, [rateLimitKeys.network, key])
      await forgetDevices(tx, user.id)
      await rememberDevice(tx, user.id, key, clock.now())
      await sessions.endAll(tx, user.id)
      await reportPasswordChanged(tx, deps, user.id)
    })
  }
