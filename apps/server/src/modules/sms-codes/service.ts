import { createHmac, randomInt } from 'node:crypto'
import { VERIFICATION_CODE_CHARACTERS, VERIFICATION_CODE_COUNTDOWN_SECONDS } from '@yunji/contract/form/limits'
import type { SmsPurpose } from '@yunji/contract/sms/enums'
import {
  SMS_CODE_LIFETIME_MS,
  SMS_CODE_TRIES,
  SMS_DAILY_LIMIT,
  SMS_DAILY_LIMIT_PER_ADDRESS,
} from '@yunji/contract/sms/limits'
import type { Logger } from 'pino'
import { chineseDay } from '../../platform/chinese-day.ts'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SmsSender } from '../../platform/sms.ts'
import { type CodeKey, findSentAt, replaceCode, takeBack, takeQuota, tryCode } from './store.ts'

export interface SmsCodes {
  /** Seconds until the next one may be asked for. */
  send(mobilePhone: string, purpose: SmsPurpose, address: string): Promise<number>
  /** Uses a code up, or fails with 1006. Never part of a transaction: a wrong guess must count even when all else ends. */
  use(mobilePhone: string, purpose: SmsPurpose, code: string): Promise<void>
}

interface SmsCodeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly sms: SmsSender
  /** Six digits are soon guessed from a bare hash: whoever reads the table must not have this. */
  readonly signingKey: Buffer
}

const RESEND_MS = VERIFICATION_CODE_COUNTDOWN_SECONDS * 1000
const newCode = (): string =>
  String(randomInt(10 ** VERIFICATION_CODE_CHARACTERS)).padStart(VERIFICATION_CODE_CHARACTERS, '0')

const phoneSubject = (mobilePhone: string): string => `phone:${mobilePhone}`

export const createSmsCodes = ({ database: { db }, clock, log, sms, signingKey }: SmsCodeDeps): SmsCodes => {
  const hashOf = ({ mobilePhone, purpose }: CodeKey, code: string): Buffer =>
    createHmac('sha256', signingKey).update(`sms-code\n${mobilePhone}\n${purpose}\n${code}`).digest()

  const reserve = async (tx: Tx, key: CodeKey, codeHash: Buffer, address: string, now: Date): Promise<void> => {
    const code = { codeHash, sentAt: now, expiresAt: later(now, SMS_CODE_LIFETIME_MS) }
    if (!(await replaceCode(tx, key, code, later(now, -RESEND_MS)))) {
      const sentAt = (await findSentAt(tx, key)) ?? now
      const resendAfterSeconds = Math.ceil((later(sentAt, RESEND_MS).getTime() - now.getTime()) / 1000)
      throw new AppError('SMS_NEED_NOT_RESEND', { data: { resendAfterSeconds } })
    }
    const day = chineseDay(now)
    if (!(await takeQuota(tx, phoneSubject(key.mobilePhone), day, SMS_DAILY_LIMIT)))
      throw new AppError('SMS_DAILY_LIMIT')
    if (!(await takeQuota(tx, `address:${address}`, day, SMS_DAILY_LIMIT_PER_ADDRESS)))
      throw new AppError('RATE_LIMITED')
  }

  return {
    async send(mobilePhone, purpose, address) {
      const key = { mobilePhone, purpose }
      const now = clock.now()
      const code = newCode()
      const codeHash = hashOf(key, code)
      await db.transaction((tx) => reserve(tx, key, codeHash, address, now))
      try {
        await sms.send({ mobilePhone, code, lifetimeMinutes: SMS_CODE_LIFETIME_MS / MINUTE_MS })
      } catch (error) {
        log.warn({ err: error }, 'a message was not sent')
        await db.transaction((tx) => takeBack(tx, key, codeHash, phoneSubject(mobilePhone), chineseDay(now)))
        throw new AppError('SMS_SENDING_FAILED')
      }
      return VERIFICATION_CODE_COUNTDOWN_SECONDS
    },

    async use(mobilePhone, purpose, code) {
      const key = { mobilePhone, purpose }
      const isRight = await tryCode(db, key, hashOf(key, code), clock.now(), SMS_CODE_TRIES)
      if (!isRight) throw new AppError('VERIFICATION_CODE_WRONG')
    },
  }
}
