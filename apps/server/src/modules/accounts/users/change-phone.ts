import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { maskPhone } from '@yunji/contract/display/text'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { takeUpGrants } from '../../devices/grants/index.ts'
import { announceTransfers } from '../../devices/transfers/index.ts'
import { detachContact } from '../../service/index.ts'
import { userGuessSource } from '../sms-codes/index.ts'
import type { LoginDeps, UserDeps } from './deps.ts'
import { checkOwnPassword } from './log-in-by-password.ts'
import { findUserById, findUserByPhone, setMobilePhone } from './store.ts'

const PROOF_PURPOSE = 'change-phone'
const PROOF_LIFETIME_MS = 10 * MINUTE_MS

/** User, session and proven number. */
interface PhoneProof {
  readonly userId: number
  readonly sessionId: number
  readonly mobilePhone: string
}

interface OldPhone {
  readonly mobilePhone: string
  readonly code?: string | undefined
  readonly password?: string | undefined
}

export const checkOldPhone =
  (deps: LoginDeps) =>
  async (caller: Caller, { mobilePhone, code, password }: OldPhone): Promise<{ proof: string }> => {
    const { userId, sessionId } = caller
    const user = await findUserById(deps.database.db, userId)
    if (mobilePhone !== user?.mobilePhone) throw new AppError('PHONE_VERIFICATION_FAILED')
    if (code !== undefined)
      await deps.smsCodes.use(mobilePhone, SmsPurpose.checkOldPhone, code, userGuessSource(userId))
    else if (password !== undefined) await assertPassword(deps, caller, mobilePhone, password)
    else throw new AppError('VERIFICATION_CODE_EMPTY')
    const proof: PhoneProof = { userId, sessionId, mobilePhone }
    return { proof: deps.signedTokens.sign(PROOF_PURPOSE, proof, PROOF_LIFETIME_MS) }
  }

const assertPassword = async (
  deps: LoginDeps,
  caller: Caller,
  mobilePhone: string,
  password: string,
): Promise<void> => {
  const isRight = await checkOwnPassword(deps)(caller, mobilePhone, password)
  if (!isRight) throw new AppError('PASSWORD_VERIFICATION_FAILED', { text: '密码不正确' })
}

interface NewPhone {
  readonly mobilePhone: string
  readonly code: string
  readonly proof: string
}

/** Checks the code first: only the holder of the new number learns whether it is taken. */
export const changePhone =
  ({ database: { db }, sessions, smsCodes, signedTokens, outbox, clock }: UserDeps) =>
  async (caller: Caller, { mobilePhone, code, proof }: NewPhone): Promise<void> => {
    const proved = signedTokens.read<PhoneProof>(PROOF_PURPOSE, proof)
    if (proved?.userId !== caller.userId || proved.sessionId !== caller.sessionId)
      throw new AppError('PHONE_VERIFICATION_FAILED', { text: '原手机号验证已过期，请重新验证' })
    await smsCodes.use(mobilePhone, SmsPurpose.changePhone, code, userGuessSource(caller.userId))
    await db
      .transaction(async (tx) => {
        if (await findUserByPhone(tx, mobilePhone)) throw new AppError('USER_ALREADY_REGISTERED')
        const isChanged = await setMobilePhone(tx, caller.userId, proved.mobilePhone, mobilePhone)
        if (!isChanged) throw new AppError('PHONE_VERIFICATION_FAILED')
        await sessions.endOthers(tx, caller)
        const { userId } = caller
        const at = clock.now().getTime()
        const payload = { maskedPhone: maskPhone(mobilePhone), at }
        await outbox.add(tx, { event: 'phoneChanged', userId, key: `phoneChanged:${userId}:${at}`, payload })
        await detachContact(tx, userId)
        await takeUpGrants(tx, outbox, userId, mobilePhone)
        await announceTransfers(tx, outbox, userId, mobilePhone)
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? new AppError('USER_ALREADY_REGISTERED') : error
      })
  }

const UNIQUE_VIOLATION = '23505'

/** Unique violation: another account registered the number after the check. */
const isTaken = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION
}
