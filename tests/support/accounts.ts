import { createHash, randomBytes } from 'node:crypto'
import { type Client, withClient } from '@yunji/testkit/with-client'
import { hashCheaply } from '../../apps/server/src/testing/cheap-hash.ts'

export interface Account {
  readonly userId: number
  readonly mobilePhone: string
  readonly password: string
}

const PASSWORD = 'promise2026'

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Inserts users into the database, with consecutive phone numbers. */
export const createAccounts = async (
  url: string,
  count: number,
  after = 0,
  hash: (password: string) => Promise<string> = hashCheaply,
): Promise<Account[]> => {
  const passwordHash = await hash(PASSWORD)
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; mobile_phone: string }>(
      `insert into users (mobile_phone, name, password_hash, created_at)
       select (19000000000 + n)::text, '用户' || n, $1, now() from generate_series($3::int + 1, $3::int + $2::int) n
       returning id, mobile_phone`,
      [passwordHash, count, after],
    )
    return rows.map((row) => ({ userId: Number(row.id), mobilePhone: row.mobile_phone, password: PASSWORD }))
  })
}

interface SessionOptions {
  /** Days since the last renewal. */
  readonly ageDays?: number
}

/** Somebody who is logged in has agreed: the client asks nobody in the tests who does not want to be asked. */
const agreeToAll = (client: Client, userIds: readonly number[]): Promise<unknown> =>
  client.query(
    `insert into agreement_consents (user_id, kind, version, is_agreed, way, decided_at)
     select user_id, kind, version, true, 'login', now() from unnest($1::bigint[]) user_id, agreement_versions
     where published_at is not null on conflict do nothing`,
    [userIds],
  )

/** Inserts sessions into the database; returns their tokens. */
export const createSessions = async (
  url: string,
  userId: number,
  count: number,
  { ageDays = 0 }: SessionOptions = {},
): Promise<string[]> => {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await withClient(url, async (client) => {
    await agreeToAll(client, [userId])
    await client.query(
      `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
       select hash, $2, renewed_at, renewed_at, now() + interval '30 days'
       from unnest($1::bytea[]) hash, (select now() - make_interval(days => $3) as renewed_at) age`,
      [tokens.map(tokenHash), userId, ageDays],
    )
  })
  return tokens
}

/** Users with one session each. */
export const createLoggedIn = async (
  url: string,
  count: number,
  after = 0,
): Promise<(Account & { readonly token: string })[]> => {
  const people = (await createAccounts(url, count, after)).map((account) => ({
    ...account,
    token: randomBytes(32).toString('base64url'),
  }))
  const userIds = people.map(({ userId }) => userId)
  await withClient(url, async (client) => {
    await agreeToAll(client, userIds)
    await client.query(
      `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
       select hash, user_id, now(), now(), now() + interval '30 days'
       from unnest($1::bytea[], $2::bigint[]) session (hash, user_id)`,
      [people.map(({ token }) => tokenHash(token)), userIds],
    )
  })
  return people
}
