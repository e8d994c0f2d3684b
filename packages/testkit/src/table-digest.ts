import { type Client, escapeIdentifier } from 'pg'
import { withClient } from './with-client.ts'

/** Number of rows and a hash that does not depend on their order. */
export interface TableDigest {
  readonly rows: number
  readonly hash: string
}

export type Digest = ReadonlyMap<string, TableDigest>

interface DigestOptions {
  /** Columns, by table, whose change does not count. */
  readonly without?: Readonly<Record<string, readonly string[]>>
  /** No server runs: tables that its periodic work writes are compared, too. */
  readonly isAtRest?: boolean
}

/** Written by periodic work: how far the digest of a week is, sums that are merged, sums of past days, and awaited bills. */
const BY_ITSELF = ['digest_runs', 'device_counts', 'order_days', 'bills']

/** Digests every table in `public`, and the jobs that are not scheduled. */
export const digestTables = (url: string, { without = {}, isAtRest }: DigestOptions = {}): Promise<Digest> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by tablename`,
      [isAtRest ? [] : BY_ITSELF],
    )
    const digest = new Map<string, TableDigest>()
    for (const { name } of rows) {
      const table = `public.${escapeIdentifier(name)}`
      digest.set(name, await digestRows(client, `select * from ${table}`, without[name] ?? []))
    }
    // pg-boss's own jobs and scheduled jobs come and go by themselves.
    const jobs = `select id, name, data from pgboss.job where name not like '\\_\\_pgboss%'
      and name not in (select name from pgboss.schedule)`
    if (await hasQueue(client)) digest.set('jobs', await digestRows(client, jobs, []))
    return digest
  })

/** One line for each table that differs. */
export const differences = (before: Digest, after: Digest): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const [was, is] = [before.get(table), after.get(table)]
    if (was?.hash === is?.hash) return []
    return `${table} changed (${was?.rows ?? 'no'} → ${is?.rows ?? 'no'} rows)`
  })

const digestRows = async (client: Client, select: string, without: readonly string[]): Promise<TableDigest> => {
  const { rows } = await client.query<TableDigest>(
    `select count(*)::int as rows, md5(coalesce(string_agg(row_hash, '' order by row_hash), '')) as hash
     from (select md5((to_jsonb(t) - $1::text[])::text) as row_hash from (${select}) t) hashed`,
    [without],
  )
  return rows[0] ?? { rows: 0, hash: '' }
}

const hasQueue = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('pgboss.job') is not null as has`)
  return rows[0]?.has ?? false
}
