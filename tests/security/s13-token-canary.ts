import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { login, logoutUser, smsLogin } from '@yunji/contract/accounts/session/calls'
import { getAuthToken, getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { header } from '@yunji/contract/wire/request'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise } from '@yunji/testkit/promise'
import type { RawRequest } from '@yunji/testkit/raw-http'
import { createApiClient } from '../support/api-client.ts'
import { addressOf, callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { type Target, withTarget } from '../support/target.ts'

const LAST_REQUEST = 'last-request-of-all'
const FIRST_PHONE = 15_600_000_000

/** The client's part is tested in the browser. */
export const promise = definePromise({
  id: 'S13',
  name: 's13_token_canary',
  title:
    'no token, code or number reaches an address, a log or a cache, and the token of an external page opens nothing else',
  sizes: { small: 1, long: 100 },
  run: ({ size: rounds, log }) =>
    withTarget(async (target) => {
      const api = createApiClient(target.pool)
      const secrets: string[] = [target.account.password]
      const violations: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const mobilePhone = String(FIRST_PHONE + round)
        const code = await api.codeFor(mobilePhone, 'login')
        const { token } = (await api.call(smsLogin, { mobilePhone, code })).data as { token: string }
        const page = (await api.call(getAuthToken, {}, { token })).data as { token: string }
        violations.push(
          ...(await openedByOthers(target, token, page.token)),
          ...(await careless(target, token, addressOf(round))),
        )
        await api.call(logoutUser, {}, { token })
        // A failing request writes to the log, too.
        await api.call(getUserInfo, { mobilePhone }, { token })
        secrets.push(token, page.token, mobilePhone, code)
      }
      await target.pool.send(callRequest(getUserInfo, {}, { headers: { [header.requestId]: LAST_REQUEST } }))
      violations.push(...(await loggedSecrets(target, secrets)))
      log(`${secrets.length} secrets looked for`)
      return { rounds: api.count(), violations }
    }),
})

/** Tokens are accepted in the header only, not in the address or a cookie. */
const openedByOthers = async ({ pool }: Target, token: string, pageToken: string): Promise<string[]> => {
  const { path } = getUserInfo
  const attempts: readonly RawRequest[] = [
    { method: 'GET', path: `${path}?token=${token}` },
    { method: 'GET', path, headers: { cookie: `token=${token}; userId=1` } },
    { method: 'GET', path, headers: { authorization: `Bearer ${token}` } },
    { method: 'GET', path, headers: { [header.token]: pageToken } },
  ]
  const violations: string[] = []
  for (const attempt of attempts) {
    const answer = await pool.send(attempt)
    if (readEnvelope(answer)?.code === ErrorCode.OK)
      violations.push(`${JSON.stringify(attempt.headers)} opened an account`)
  }
  return violations
}

/** Responses with a token are not cacheable and send no referrer. */
const careless = async ({ pool, account }: Target, token: string, address: string): Promise<string[]> => {
  const { mobilePhone, password } = account
  const headers = { [FORWARDED_FOR]: address }
  const answers = [
    await pool.send(callRequest(login, { mobilePhone, password }, { headers })),
    await pool.send(callRequest(getAuthToken, {}, { token, headers })),
    await pool.send(callRequest(getUserInfo, {}, { token, headers })),
  ]
  return answers
    .filter(
      ({ headers: given }) =>
        given['cache-control'] !== 'no-store' || given['referrer-policy'] !== 'same-origin' || 'set-cookie' in given,
    )
    .map((answer) => `careless with ${describe(answer)}`)
}

const loggedSecrets = async ({ dataDir }: Target, secrets: readonly string[]): Promise<string[]> => {
  // Lines are written in batches.
  const written = await eventually(async () => {
    const text = await readFile(join(dataDir, 'server.log'), 'utf8')
    assert(text.includes(LAST_REQUEST), 'the log lacks the last request')
    return text
  })
  return secrets.filter((secret) => written.includes(secret)).map((secret) => `the log holds ${secret.slice(0, 12)}…`)
}
