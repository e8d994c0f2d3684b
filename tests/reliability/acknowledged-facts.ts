import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { withClient } from '@yunji/testkit/with-client'
import { tokenHash } from '../support/accounts.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import type { Send, SessionLoad } from './session-load.ts'

type Facts = SessionLoad['facts']

const AT_ONCE = 16

/**
 * Checks every acknowledged token with the server: an issued one must work, a revoked one must not. Tokens that the load
 * has changed meanwhile are skipped.
 */
export const lostByServer = async (send: Send, facts: Facts): Promise<string[]> => {
  const lost: string[] = []
  const queue = [...facts]
  const work = async (): Promise<void> => {
    for (let entry = queue.pop(); entry; entry = queue.pop()) {
      const [token, fact] = entry
      const answer = await send({ method: 'GET', path: getUserInfo.path, headers: { token } })
      const expected = fact === 'open' ? ErrorCode.OK : ErrorCode.LOGIN_TOKEN_INVALID
      if (readEnvelope(answer)?.code === expected || facts.get(token) !== fact) continue
      lost.push(`an acknowledged ${verbOf(fact)} is lost: ${describe(answer)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return lost
}

/** The same check in the database. */
export const lostInDatabase = (url: string, facts: Facts): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ hash: string; is_open: boolean }>(
      `select encode(token_hash, 'hex') as hash, revoked_at is null as is_open from sessions`,
    )
    const stored = new Map(rows.map((row) => [row.hash, row.is_open ? 'open' : 'closed']))
    return [...facts].flatMap(([token, fact]) => {
      const found = stored.get(tokenHash(token).toString('hex')) ?? 'missing'
      return found === fact ? [] : `an acknowledged ${verbOf(fact)} is ${found} in the database`
    })
  })

const verbOf = (fact: string): string => (fact === 'open' ? 'login' : 'logout')
