import { createHmac, randomInt } from 'node:crypto'
import {
  SMS_CODE_LIFETIME_MS,
  SMS_DAILY_LIMIT,
  SMS_DAILY_LIMIT_PER_ADDRESS,
  SMS_DAILY_LIMIT_PER_SOURCE,
  type SmsPurpose,
} from '@yunji/contract/accounts/sms/rules'
import { VERIFICATION_CODE_COUNTDOWN_SECONDS } from '@yunji/contract/display/limits'
import { VERIFICATION_CODE_CHARACTERS } from '@yunji/contract/validation/credentials'
import type { Logger } from 'pino'
import { addressBlockOf } from '../../../platform/address-block.ts'
import { chinaDay } from '../../../platform/china-time.ts'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SigningKeys } from '../../../platform/signing-keys.ts'
import type { SmsSender } from '../../../platform/sms.ts'
import type { CodeRequester, GuessSource } from './code-scopes.ts'
import { type CodeKey, findSentAt, replaceCode, takeBack, takeQuota, tryCode } from './store.ts'

export interface SmsCodes {
  /** Returns the seconds until the next request is allowed. */
  send(mobilePhone: string, purpose: SmsPurpose, requester: CodeRequester, address: string): Promise<number>
  /** Consumes a code, or fails with 1006. Never in the caller's transaction: a wrong guess must survive its rollback. */
  use(mobilePhone: string, purpose: SmsPurpose, code: string, source: GuessSource): Promise<void>
}

interface SmsCodeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly sms: SmsSender
  /** Keys of the code hashes: six digits are quickly found from a plain hash, so the keys are not in the database. */
  readonly signingKeys: SigningKeys
}

const KEY_PURPOSE = 'sms codes'
const RESEND_MS = VERIFICATION_CODE_COUNTDOWN_SECONDS * 1000
const newCode = (): string =>
  String(randomInt(10 ** VERIFICATION_CODE_CHARACTERS)).padStart(VERIFICATION_CODE_CHARACTERS, '0')

interface Quota {
  readonly subject: string
  readonly limit: number
  readonly refusal: 'SMS_DAILY_LIMIT' | 'RATE_LIMITED'
}

/**
 * Daily quotas that a message counts against. Strangers share ten per number, and each gets at most half; known devices
 * have ten of their own. Subjects about a number end with it, so that erasing an account finds them.
 */
const quotasOf = (mobilePhone: string, { isOwn, network }: CodeRequester, address: string): Quota[] => {
  const day = { limit: SMS_DAILY_LIMIT, refusal: 'SMS_DAILY_LIMIT' } as const
  const part = { limit: SMS_DAILY_LIMIT_PER_SOURCE, refusal: 'SMS_DAILY_LIMIT' } as const
  const all = { limit: SMS_DAILY_LIMIT_PER_ADDRESS, refusal: 'RATE_LIMITED' } as const
  return [
    ...(isOwn ? [] : [{ subject: `origin-${network.toString('hex')}:${mobilePhone}`, ...part }]),
    { subject: `${isOwn ? 'own' : 'phone'}:${mobilePhone}`, ...day },
    { subject: `address:${addressBlockOf(address)}`, ...all },
  ]
}

export const createSmsCodes = ({ database: { db }, clock, log, sms, signingKeys }: SmsCodeDeps): SmsCodes => {
  const hashWith = (key: Buffer, { mobilePhone, purpose }: Omit<CodeKey, 'codeScope'>, code: string): Buffer =>
    createHmac('sha256', key).update(`sms-code\n${mobilePhone}\n${purpose}\n${code}`).digest()
  const hashOf = (key: Omit<CodeKey, 'codeScope'>, code: string): Buffer =>
    hashWith(signingKeys.current(KEY_PURPOSE).key, key, code)
  /** Hashes by every key: a code sent before a key rotation stays valid until it expires. */
  const hashesOf = (key: Omit<CodeKey, 'codeScope'>, code: string): Buffer[] => {
    const keys = signingKeys.list(KEY_PURPOSE).map((each) => each.key)
    const all = signingKeys.unnumbered ? [...keys, signingKeys.unnumbered] : keys
    return all.map((each) => hashWith(each, key, code))
  }

  const reserve = async (tx: Tx, key: CodeKey, requester: Buffer, codeHash: Buffer, now: Date): Promise<void> => {
    const code = { codeHash, requester, sentAt: now, expiresAt: later(now, SMS_CODE_LIFETIME_MS) }
    if (!(await replaceCode(tx, key, code, later(now, -RESEND_MS)))) {
      const sentAt = (await findSentAt(tx, key)) ?? now
      const resendAfterSeconds = Math.ceil((later(sentAt, RESEND_MS).getTime() - now.getTime()) / 1000)
      throw new AppError('SMS_NEED_NOT_RESEND', { data: { resendAfterSeconds } })
    }
  }

  return {
    async send(mobilePhone, purpose, requester, address) {
      const key = { mobilePhone, purpose, codeScope: requester.codeScope }
      const now = clock.now()
      const day = chinaDay(now)
      const code = newCode()
      const codeHash = hashOf(key, code)
      const quotas = quotasOf(mobilePhone, requester, address)
      await db.transaction(async (tx) => {
        await reserve(tx, key, requester.key, codeHash, now)
        for (const { subject, limit, refusal } of quotas)
          if (!(await takeQuota(tx, subject, day, limit))) throw new AppError(refusal)
      })
      try {
        await sms.send({ mobilePhone, code, lifetimeMinutes: SMS_CODE_LIFETIME_MS / MINUTE_MS })
      } catch (error) {
        log.warn({ err: error, purpose }, 'SMS code send failed')
        const subjects = quotas.map(({ subject }) => subject)
        await db.transaction((tx) => takeBack(tx, key, codeHash, subjects, day))
        throw new AppError('SMS_SENDING_FAILED')
      }
      return VERIFICATION_CODE_COUNTDOWN_SECONDS
    },

    async use(mobilePhone, purpose, code, { key: source, codeScopes }) {
      const codeHashes = hashesOf({ mobilePhone, purpose }, code)
      for (const codeScope of codeScopes)
        if (await tryCode(db, { mobilePhone, purpose, codeScope }, { source, codeHashes }, clock.now())) return
      throw new AppError('VERIFICATION_CODE_WRONG')
    },
  }
}
