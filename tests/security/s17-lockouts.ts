import { login, smsLogin } from '@yunji/contract/accounts/session/calls'
import { sendCode } from '@yunji/contract/accounts/sms/calls'
import { SMS_CODE_TRIES, SMS_CODE_TRIES_TOTAL, SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { type Account, createAccounts } from '../support/accounts.ts'
import { type ApiClient, createApiClient, otherCode } from '../support/api-client.ts'
import { withTarget } from '../support/target.ts'

const GUESSES = 120
/** Wrong passwords allowed for one number in an hour from unknown devices. */
const PASSWORDS_AN_HOUR = 20
const LOGINS_AT_ONCE = 12

export const promise = definePromise({
  id: 'S17',
  name: 's17_kept_out',
  title: 'no stranger keeps a customer out by guessing at their number, and guessing stays hopeless',
  sizes: { small: 2, long: 40 },
  run: ({ size: count, seed, log }) =>
    withTarget(async ({ pool, databaseUrl }) => {
      const api = createApiClient(pool)
      const random = createRandom(seed)
      const victims = await createAccounts(databaseUrl, count, 17_000)
      const violations: string[] = []
      for (const victim of victims) {
        for (const broken of await attack(api, victim, random)) violations.push(`${victim.mobilePhone}: ${broken}`)
      }
      log(`${victims.length} victims, ${api.count()} requests`)
      return { rounds: victims.length, violations }
    }),
})

const attack = async (api: ApiClient, victim: Account, random: Random): Promise<string[]> => {
  const { mobilePhone, password } = victim
  const known = await api.call(login, { mobilePhone, password })
  const { deviceToken } = known.data as { deviceToken: string }
  const owner = () => api.call(login, { mobilePhone, password, deviceToken })
  return [
    ...(await guessPasswords(api, mobilePhone, owner, random)),
    ...(await guessCodes(api, mobilePhone, deviceToken)),
    ...(await askForCodes(api, mobilePhone, deviceToken)),
    ...(await logInAtOnce(owner)),
  ]
}

/** From one address, many, the owner's own, and unknown devices; the owner must be able to log in meanwhile. */
const guessPasswords = async (
  api: ApiClient,
  mobilePhone: string,
  owner: () => ReturnType<ApiClient['call']>,
  random: Random,
): Promise<string[]> => {
  let refusedOwner = 0
  let answered = 0
  const guess = async (): Promise<void> => {
    const kind = random.integer(0, 3)
    const input = { mobilePhone, password: 'wrong2026', ...(kind === 2 && { deviceToken: 'X'.repeat(43) }) }
    const options = kind === 0 ? { address: '203.0.113.61' } : {}
    const { code } = await api.call(login, input, options)
    if (code === ErrorCode.PASSWORD_VERIFICATION_FAILED) answered += 1
  }
  const visit = async (): Promise<void> => {
    if ((await owner()).code !== ErrorCode.OK) refusedOwner += 1
  }
  await Promise.all([...Array.from({ length: GUESSES }, guess), visit(), visit()])
  await visit()
  const stranger = await api.call(login, { mobilePhone, password: 'wrong2026' })
  return [
    ...(refusedOwner === 0 ? [] : [`the owner was refused ${refusedOwner} times`]),
    ...(answered === PASSWORDS_AN_HOUR ? [] : [`${answered} guesses were told right from wrong`]),
    ...(stranger.code === ErrorCode.VERIFICATION_CODE_EMPTY ? [] : ['a stranger still guesses without a code']),
  ]
}

const guessCodes = async (api: ApiClient, mobilePhone: string, deviceToken: string): Promise<string[]> => {
  const sent = await api.call(sendCode, { mobilePhone, type: SmsPurpose.login, deviceToken })
  const code = await api.lastCode(mobilePhone)
  const guess = () => api.call(smsLogin, { mobilePhone, code: otherCode(code) })
  await Promise.all(Array.from({ length: GUESSES }, guess))
  const owner = await api.call(smsLogin, { mobilePhone, code, deviceToken })
  return [
    ...(sent.code === ErrorCode.OK ? [] : [`the owner got no code: ${sent.code}`]),
    ...(owner.code === ErrorCode.OK ? [] : ['strangers have burnt the code of the owner']),
  ]
}

/** A stranger requests and guesses codes; the owner must still get a code. */
const askForCodes = async (api: ApiClient, mobilePhone: string, deviceToken: string): Promise<string[]> => {
  const type = SmsPurpose.resetPassword
  const first = await api.call(sendCode, { mobilePhone, type })
  const foreign = await api.lastCode(mobilePhone)
  const guesses = Array.from({ length: SMS_CODE_TRIES_TOTAL + SMS_CODE_TRIES }, () =>
    api.call(smsLogin, { mobilePhone, code: otherCode(foreign) }),
  )
  await Promise.all(guesses)
  const again = await api.call(sendCode, { mobilePhone, type })
  const own = await api.call(sendCode, { mobilePhone, type, deviceToken })
  return [
    ...(first.code === ErrorCode.OK ? [] : [`no code could be asked for: ${first.code}`]),
    ...(again.code === ErrorCode.SMS_NEED_NOT_RESEND ? [] : ['strangers got two codes within a minute']),
    ...(own.code === ErrorCode.OK ? [] : [`the owner waits for what a stranger asked for: ${own.code}`]),
  ]
}

const logInAtOnce = async (owner: () => ReturnType<ApiClient['call']>): Promise<string[]> => {
  const answers = await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, owner))
  const refused = answers.filter(({ code }) => code !== ErrorCode.OK)
  return refused.length === 0 ? [] : [`${refused.length} of ${LOGINS_AT_ONCE} right logins at once were refused`]
}
