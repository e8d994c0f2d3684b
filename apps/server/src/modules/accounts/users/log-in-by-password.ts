import { setTimeout as delay } from 'node:timers/promises'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import { isDigitCode, isMobile } from '@yunji/contract/validation/credentials'
import { AppError } from '../../../platform/errors.ts'
import { type LoginDevice, userKey } from '../../../platform/rate-limit-keys.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import { guessSourceOf } from '../sms-codes/index.ts'
import type { LoginDeps } from './deps.ts'
import type { TakenAttempt } from './password-attempt-store.ts'
import { verifyPassword } from './passwords.ts'

const BUSY_PAUSE_MS = 30
const BUSY_TRIES = 200

type AttemptRequest = Parameters<LoginDeps['passwordAttempts']['take']>[0]

/** Waits while other checks with the same rate limit key are pending: concurrent right passwords do not use up the limit. */
const takeAttempt = async ({ passwordAttempts }: LoginDeps, request: AttemptRequest): Promise<TakenAttempt> => {
  for (let tried = 0; tried < BUSY_TRIES; tried += 1) {
    const taken = await passwordAttempts.take(request)
    if (taken.refusal === 'origin') throw new AppError('PASSWORD_LOCKED')
    if (taken.refusal !== 'busy') return taken
    await delay(BUSY_PAUSE_MS)
  }
  throw new AppError('RATE_LIMITED')
}

/** Verifies the password and settles a wrong try; the caller settles a right one. */
const check = async (
  { passwordAttempts, verifyPassword: verify = verifyPassword }: LoginDeps,
  { attempt: of, user }: TakenAttempt,
  password: string,
): Promise<TakenAttempt['user']> => {
  const isRight = await verify(user?.passwordHash ?? null, password).catch(async (error: unknown) => {
    await passwordAttempts.settle(of, 'unknown')
    throw error
  })
  if (!isRight) await passwordAttempts.settle(of, 'wrong')
  return isRight ? user : null
}

/** For logged-in users: tries count per user, so a stolen session cannot guess, and strangers' guesses do not lock it. */
export const checkOwnPassword =
  (deps: LoginDeps) =>
  async ({ userId }: Caller, mobilePhone: string, password: string): Promise<boolean> => {
    const taken = await takeAttempt(deps, { mobilePhone, network: userKey(userId), device: null, isProved: true })
    const isRight = (await check(deps, taken, password)) !== null
    if (isRight) await deps.passwordAttempts.settle(taken.attempt, 'right')
    return isRight
  }

interface PasswordLogin {
  readonly mobilePhone?: string | undefined
  readonly password?: string | undefined
  /** SMS code, required after too many guesses by strangers. */
  readonly code?: string | undefined
}

const CODE_NEEDED = '该号码近期密码错误较多，为保护账号，请同时输入短信验证码'

/** An unknown number and a wrong password take the same code path and give the same answer. */
export const logIn =
  (deps: LoginDeps) =>
  async (
    { mobilePhone, password, code }: PasswordLogin,
    client: ClientInfo,
    device: LoginDevice,
  ): Promise<LoginResult> => {
    if (!mobilePhone || !password) throw new AppError('PASSWORD_OR_PHONE_EMPTY')
    if (!isMobile(mobilePhone)) throw new AppError('PASSWORD_VERIFICATION_FAILED')
    const { network, device: sent } = device.rateLimitKeys
    const request = { mobilePhone, network, device: sent, isProved: false }
    let taken = await takeAttempt(deps, request)
    if (taken.refusal === 'anywhere') {
      if (!code) throw new AppError('VERIFICATION_CODE_EMPTY', { text: CODE_NEEDED })
      if (!isDigitCode(code)) throw new AppError('VERIFICATION_CODE_WRONG')
      await deps.smsCodes.use(mobilePhone, SmsPurpose.login, code, guessSourceOf(device.rateLimitKeys))
      taken = await takeAttempt(deps, { ...request, isProved: true })
    }
    const user = await check(deps, taken, password)
    if (!user) throw new AppError('PASSWORD_VERIFICATION_FAILED')
    if (user.isFrozen) {
      await deps.passwordAttempts.settle(taken.attempt, 'right')
      throw new AppError('ACCOUNT_FROZEN')
    }
    const session = deps.sessions.generate()
    const entry = { of: taken.attempt, userId: user.id, device: device.key, session, ...client }
    const isNew = await deps.loginStore.complete(entry)
    // The event is already written: without this wake-up it is delivered within a minute.
    if (isNew) await deps.database.db.transaction((tx) => deps.outbox.wake(tx))
    return { token: session.token, userId: user.id, showModifyPassword: 0, deviceToken: device.token }
  }
