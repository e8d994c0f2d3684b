import { resetPassword, smsLogin } from '@yunji/contract/accounts/session/calls'
import { sendCode } from '@yunji/contract/accounts/sms/calls'
import {
  SMS_CODE_TRIES,
  SMS_CODE_TRIES_TOTAL,
  SMS_DAILY_LIMIT,
  SMS_DAILY_LIMIT_PER_ADDRESS,
  SmsPurpose,
} from '@yunji/contract/accounts/sms/rules'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { definePromise } from '@yunji/testkit/promise'
import { withClient } from '@yunji/testkit/with-client'
import { type ApiClient, createApiClient, otherCode } from '../support/api-client.ts'
import { type Target, withTarget } from '../support/target.ts'

const PARALLEL_GUESSES = 100
/** Above the limit of one address in a minute. */
const PARALLEL_FROM_ONE = 50
const PARALLEL_USES = 20
const FIRST_PHONE = 15_900_000_000

export const promise = definePromise({
  id: 'S4',
  name: 's4_sms_codes',
  title:
    'a code takes five tries of each origin and twenty in all, opens once, for one number and purpose, and has its limits',
  sizes: { small: 2, long: 40 },
  run: ({ size: numbers, log }) =>
    withTarget(async (target) => {
      const api = createApiClient(target.pool)
      const violations: string[] = []
      for (let number = 0; number < numbers; number += 1) {
        const phone = (at: number) => String(FIRST_PHONE + number * 10 + at)
        violations.push(
          ...(await guessAll(target, api, phone(0))),
          ...(await guessOwn(api, phone(5))),
          ...(await useTwice(api, phone(1))),
          ...(await useElsewhere(api, phone(2), phone(3))),
          ...(await askTooOften(target, api, phone(4))),
        )
      }
      violations.push(...(await askFromOneAddress(target, api)))
      log(`${api.count()} requests for ${numbers * 6} numbers`)
      return { rounds: api.count(), violations }
    }),
})

const enter = (api: ApiClient, mobilePhone: string, code: string) => api.call(smsLogin, { mobilePhone, code })

/** A hundred parallel guesses, from one address and from many, must not invalidate the code for the requesting device. */
const guessAll = async ({ databaseUrl }: Target, api: ApiClient, mobilePhone: string): Promise<string[]> => {
  const { data } = await api.call(sendCode, { mobilePhone, type: SmsPurpose.login })
  const { deviceToken } = data as { deviceToken: string }
  const code = await api.lastCode(mobilePhone)
  const wrong = otherCode(code)
  const guess = (options = {}) => api.call(smsLogin, { mobilePhone, code: wrong }, options)
  const guessMany = (length: number, options = {}) => Promise.all(Array.from({ length }, () => guess(options)))
  const tries = async (): Promise<number | undefined> => {
    const { rows } = await withClient(databaseUrl, (client) =>
      client.query<{ tries: number }>('select tries from sms_codes where mobile_phone = $1', [mobilePhone]),
    )
    return rows[0]?.tries
  }
  const fromOne = await guessMany(PARALLEL_FROM_ONE, { address: `203.0.113.${Number(mobilePhone) % 250}` })
  const triesFromOne = await tries()
  const fromEverywhere = await guessMany(PARALLEL_GUESSES)
  const triesFromAll = await tries()
  const stranger = await enter(api, mobilePhone, code)
  const requester = await api.call(smsLogin, { mobilePhone, code, deviceToken })
  return [
    ...[...fromOne, ...fromEverywhere]
      .filter((answer) => answer.code !== ErrorCode.VERIFICATION_CODE_WRONG)
      .map(() => 'a wrong guess passed'),
    ...(triesFromOne === SMS_CODE_TRIES ? [] : [`${triesFromOne} tries were counted from one origin`]),
    ...(triesFromAll === SMS_CODE_TRIES_TOTAL - SMS_CODE_TRIES ? [] : [`${triesFromAll} tries were counted in all`]),
    ...(stranger.code === ErrorCode.VERIFICATION_CODE_WRONG ? [] : ['a code opened after all of its tries']),
    ...(requester.code === ErrorCode.OK ? [] : ['strangers have burnt the code of the device that asked for it']),
  ]
}

/** The requesting device has five attempts as well. */
const guessOwn = async (api: ApiClient, mobilePhone: string): Promise<string[]> => {
  const { data } = await api.call(sendCode, { mobilePhone, type: SmsPurpose.login })
  const { deviceToken } = data as { deviceToken: string }
  const code = await api.lastCode(mobilePhone)
  const guess = () => api.call(smsLogin, { mobilePhone, code: otherCode(code), deviceToken })
  await Promise.all(Array.from({ length: PARALLEL_GUESSES }, guess))
  const afterwards = await api.call(smsLogin, { mobilePhone, code, deviceToken })
  return afterwards.code === ErrorCode.VERIFICATION_CODE_WRONG ? [] : ['its api opened a code after five tries']
}

const useTwice = async (api: ApiClient, mobilePhone: string): Promise<string[]> => {
  const code = await api.codeFor(mobilePhone, SmsPurpose.login)
  const uses = await Promise.all(Array.from({ length: PARALLEL_USES }, () => enter(api, mobilePhone, code)))
  const opened = uses.filter((answer) => answer.code === ErrorCode.OK).length
  return opened === 1 ? [] : [`a code opened ${opened} times`]
}

const useElsewhere = async (api: ApiClient, mobilePhone: string, other: string): Promise<string[]> => {
  const code = await api.codeFor(mobilePhone, SmsPurpose.login)
  const foreign = await api.codeFor(other, SmsPurpose.login)
  const misuses = [
    await enter(api, other, foreign === code ? otherCode(code) : code),
    await api.call(resetPassword, { mobilePhone, code, newPassword: 'stolen2026' }),
  ]
  const good = await enter(api, mobilePhone, code)
  return [
    ...misuses
      .filter((answer) => answer.code !== ErrorCode.VERIFICATION_CODE_WRONG)
      .map(() => 'a code opened elsewhere'),
    ...(good.code === ErrorCode.OK ? [] : ['a code was lost by being tried elsewhere']),
  ]
}

/** Shifts the row's time, since the clock of a running server cannot be changed. */
const askTooOften = async ({ databaseUrl }: Target, api: ApiClient, mobilePhone: string): Promise<string[]> => {
  const send = () => api.call(sendCode, { mobilePhone, type: SmsPurpose.login })
  const waitAMinute = () =>
    withClient(databaseUrl, (client) =>
      client.query(`update sms_codes set sent_at = sent_at - interval '1 minute' where mobile_phone = $1`, [
        mobilePhone,
      ]),
    )
  const violations: string[] = []
  for (let sent = 0; sent < SMS_DAILY_LIMIT; sent += 1) {
    if ((await send()).code !== ErrorCode.OK) violations.push(`message ${sent + 1} of the day was refused`)
    if ((await send()).code !== ErrorCode.SMS_NEED_NOT_RESEND) violations.push('a second message came within a minute')
    await waitAMinute()
  }
  if ((await send()).code !== ErrorCode.SMS_DAILY_LIMIT) violations.push('an eleventh message came on one day')
  return violations
}

const askFromOneAddress = async ({ databaseUrl }: Target, api: ApiClient): Promise<string[]> => {
  const address = '203.0.113.77'
  await withClient(databaseUrl, (client) =>
    client.query(`insert into sms_quotas values ($1, (now() at time zone 'Asia/Shanghai')::date, $2)`, [
      `address:${address}`,
      SMS_DAILY_LIMIT_PER_ADDRESS - 1,
    ]),
  )
  const send = (number: number) =>
    api.call(sendCode, { mobilePhone: String(15_800_000_000 + number), type: SmsPurpose.login }, { address })
  const [last, over] = [await send(1), await send(2)]
  return [
    ...(last.code === ErrorCode.OK ? [] : ['an address was refused before its limit']),
    ...(over.code === ErrorCode.SHOW_ERROR_TIP ? [] : ['an address got more than its limit']),
  ]
}
