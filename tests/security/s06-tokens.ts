import { login, logoutUser, resetPassword } from '@yunji/contract/accounts/session/calls'
import {
  changeBindingMobile,
  checkOldMobile,
  getUserInfo,
  updateUserPassword,
} from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { definePromise } from '@yunji/testkit/promise'
import { withClient } from '@yunji/testkit/with-client'
import { type Account, createAccounts } from '../support/accounts.ts'
import { type ApiClient, createApiClient } from '../support/api-client.ts'
import { type Target, withTarget } from '../support/target.ts'

const OTHER_SESSIONS = 4

export const promise = definePromise({
  id: 'S6',
  name: 's6_tokens',
  title:
    'each login has a token of its own, stored hashed, dead at logout and at a change of password or phone elsewhere',
  sizes: { small: 1, long: 25 },
  run: ({ size: rounds, log }) =>
    withTarget(async (target) => {
      const api = createApiClient(target.pool)
      const accounts = await createAccounts(target.databaseUrl, rounds * 4, 100)
      const violations: string[] = []
      const given: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        for (const [at, [name, change]] of changes.entries()) {
          const account = accounts[round * 4 + at] as Account
          const tokens = await logInOften(api, account)
          given.push(...tokens)
          violations.push(...(await leftAfter(api, account, tokens, change)).map((fault) => `${name}: ${fault}`))
        }
      }
      if (new Set(given).size !== given.length) violations.push('a token was given out twice')
      violations.push(...(await storedTokens(target, given)))
      log(`${given.length} tokens`)
      return { rounds: given.length, violations }
    }),
})

const tokenOf = async (api: ApiClient, { mobilePhone, password }: Account): Promise<string> =>
  ((await api.call(login, { mobilePhone, password })).data as { token: string }).token

const logInOften = async (api: ApiClient, account: Account): Promise<string[]> => {
  const tokens: string[] = []
  for (let count = 0; count <= OTHER_SESSIONS; count += 1) tokens.push(await tokenOf(api, account))
  return tokens
}

interface Change {
  /** Whether other sessions and the caller's own one end. */
  readonly ends: { readonly others: boolean; readonly own: boolean }
  make(api: ApiClient, account: Account, token: string): Promise<number>
}

const NEW_PASSWORD = 'changed2027'

const changes: readonly (readonly [string, Change])[] = [
  [
    'logout',
    {
      ends: { others: false, own: true },
      make: async (api, _account, token) => (await api.call(logoutUser, {}, { token })).code,
    },
  ],
  [
    'change of password',
    {
      ends: { others: true, own: false },
      make: async (api, { password }, token) =>
        (await api.call(updateUserPassword, { oldPassword: password, newPassword: NEW_PASSWORD }, { token })).code,
    },
  ],
  [
    'forgotten password',
    {
      ends: { others: true, own: true },
      make: async (api, { mobilePhone }) => {
        const code = await api.codeFor(mobilePhone, 'resetPassword')
        return (await api.call(resetPassword, { mobilePhone, code, newPassword: NEW_PASSWORD })).code
      },
    },
  ],
  [
    'change of phone',
    {
      ends: { others: true, own: false },
      make: async (api, { mobilePhone, password }, token) => {
        const { data } = await api.call(checkOldMobile, { mobilePhone, password }, { token })
        const next = mobilePhone.replace(/^190/, '191')
        const code = await api.codeFor(next, 'changePhone', token)
        const { proof } = data as { proof: string }
        return (await api.call(changeBindingMobile, { mobilePhone: next, code, proof }, { token })).code
      },
    },
  ],
]

const leftAfter = async (
  api: ApiClient,
  account: Account,
  tokens: string[],
  { ends, make }: Change,
): Promise<string[]> => {
  const [own = '', ...others] = tokens
  const isAlive = async (token: string): Promise<boolean> =>
    (await api.call(getUserInfo, {}, { token })).code === ErrorCode.OK
  for (const token of tokens) if (!(await isAlive(token))) return ['a token was never good']
  const code = await make(api, account, own)
  const violations = code === ErrorCode.OK ? [] : [`answered ${code}`]
  if ((await isAlive(own)) === ends.own)
    violations.push(`the session that made it ${ends.own ? 'lives on' : 'is dead'}`)
  for (const token of others) {
    if ((await isAlive(token)) === ends.others)
      violations.push(`another session ${ends.others ? 'lives on' : 'is dead'}`)
  }
  return violations
}

/** No table contains a token, as text or as bytes. */
const storedTokens = ({ databaseUrl }: Target, tokens: readonly string[]): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const violations: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select row_to_json(t)::text as text from "${name}" t`)
      const content = rows.map(({ text }) => text).join('\n')
      const isThere = (token: string): boolean =>
        content.includes(token) || content.includes(Buffer.from(token, 'base64url').toString('hex'))
      if (tokens.some(isThere)) violations.push(`${name} holds a token`)
    }
    return violations
  })
