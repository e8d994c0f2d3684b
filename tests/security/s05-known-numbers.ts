import { bindWechatPhone, login, resetPassword, smsLogin } from '@yunji/contract/accounts/session/calls'
import { sendCode } from '@yunji/contract/accounts/sms/calls'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { proveContact } from '@yunji/contract/service/contact-calls'
import type { Call } from '@yunji/contract/wire/call'
import { atMost, median } from '@yunji/testkit/figures'
import { definePromise } from '@yunji/testkit/promise'
import { hashPassword } from '../../apps/server/src/modules/accounts/users/index.ts'
import { createAccounts } from '../support/accounts.ts'
import { type ApiClient, createApiClient } from '../support/api-client.ts'
import type { CallFields } from '../support/call-request.ts'
import { type Target, withTarget } from '../support/target.ts'
import { hashesChecked } from './hashes-checked.ts'

const SAMPLES = 500
/** Above the limit of one origin and of all together. */
const GUESSES = 30
/** Random difference of medians; a leak would be far larger. */
const MOST_DIFFERENT = 0.1
const FIRST_UNKNOWN = 15_700_000_000
/** A device token that belongs to no number. */
const STRANGER = 'S'.repeat(43)

/** Every public call that takes a phone number, with invalid credentials. */
const questions: readonly (readonly [Call, (mobilePhone: string) => CallFields])[] = [
  [login, (mobilePhone) => ({ mobilePhone, password: 'wrong2026' })],
  [smsLogin, (mobilePhone) => ({ mobilePhone, code: '000000' })],
  [resetPassword, (mobilePhone) => ({ mobilePhone, code: '000000', newPassword: 'other2026' })],
  [bindWechatPhone, (mobilePhone) => ({ mobilePhone, code: '000000', bindTicket: 'x' })],
  [proveContact, (mobilePhone) => ({ mobilePhone, code: '000000' })],
  ...[SmsPurpose.login, SmsPurpose.bindPhone, SmsPurpose.resetPassword, SmsPurpose.contactService].map(
    (type) => [sendCode, (mobilePhone: string) => ({ mobilePhone, type, deviceToken: STRANGER })] as const,
  ),
]

export const promise = definePromise({
  id: 'S5',
  name: 's5_known_numbers',
  title: 'a known and an unknown number look alike',
  sizes: { small: {}, long: {} },
  run: ({ form, log }) =>
    withTarget(async (target) => {
      const api = createApiClient(target.pool)
      const violations = [
        ...(await differentBodies(target, api)),
        ...(await differentWork(target)),
        ...(await differentLimits(target, api)),
      ]
      const figures = form === 'long' ? [await measureTime(target, api)] : []
      log(`${api.count()} requests`)
      for (const { ok, value } of figures) if (!ok) violations.push(`the times differ by ${value}`)
      return { rounds: api.count(), violations, figures }
    }),
})

const differentBodies = async ({ account }: Target, api: ApiClient): Promise<string[]> => {
  const violations: string[] = []
  for (const [at, [call, inputOf]] of questions.entries()) {
    const unknown = String(FIRST_UNKNOWN + at)
    const answers = [await api.call(call, inputOf(account.mobilePhone)), await api.call(call, inputOf(unknown))]
    const [known, other] = answers.map(({ ts: _time, ...rest }) => JSON.stringify(rest))
    if (known !== other) violations.push(`${call.path}: ${known} and ${other}`)
  }
  return violations
}

/** Repeated guesses get the same answers for known and unknown numbers. */
const differentLimits = async ({ databaseUrl }: Target, api: ApiClient): Promise<string[]> => {
  const answersFor = async (call: Call, fields: CallFields): Promise<string> => {
    const answers: string[] = []
    for (let count = 0; count < GUESSES; count += 1) {
      const from = count < GUESSES / 3 ? { address: '203.0.113.51' } : {}
      const { ts: _time, ...rest } = await api.call(call, fields, from)
      answers.push(JSON.stringify(rest))
    }
    return answers.join('\n')
  }
  const [account] = await createAccounts(databaseUrl, 1, 1_900)
  const guesses = [
    [login, { password: 'wrong2026' }],
    [proveContact, { code: '000000' }],
  ] as const
  const violations: string[] = []
  for (const [call, credentials] of guesses) {
    const unknown = await answersFor(call, { mobilePhone: String(FIRST_UNKNOWN + 98), ...credentials })
    const known = await answersFor(call, { mobilePhone: account?.mobilePhone ?? '', ...credentials })
    if (known !== unknown) violations.push(`${call.path}: guesses at a known number are limited differently`)
  }
  return violations
}

/** The password hash must be computed for unknown numbers too. */
const differentWork = async ({ account, databaseUrl }: Target): Promise<string[]> => {
  const known = await hashesChecked(databaseUrl, account.mobilePhone)
  const unknown = await hashesChecked(databaseUrl, String(FIRST_UNKNOWN + 99))
  return known === 1 && unknown === 1 ? [] : [`${known} hashes for a known number, ${unknown} for an unknown one`]
}

const measureTime = async ({ databaseUrl }: Target, api: ApiClient) => {
  const accounts = await createAccounts(databaseUrl, SAMPLES, 2_000, hashPassword)
  const timeOf = async (mobilePhone: string): Promise<number> => {
    const startedAt = performance.now()
    await api.call(login, { mobilePhone, password: 'wrong2026' })
    return performance.now() - startedAt
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (const [at, { mobilePhone }] of accounts.entries()) {
    known.push(await timeOf(mobilePhone))
    unknown.push(await timeOf(String(FIRST_UNKNOWN + 1_000 + at)))
  }
  return atMost('s5_time_difference', Math.abs(median(known) / median(unknown) - 1), MOST_DIFFERENT)
}
