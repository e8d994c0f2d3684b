import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise, type Form } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { entryOf } from '@yunji/testkit/system'
import { type Client, withClient } from '@yunji/testkit/with-client'
import { type Target, withTarget } from '../support/target.ts'

const CHECK = entryOf(fileURLToPath(new URL('../../apps/server/src/ledger-check.ts', import.meta.url)))
/** The audit job runs every minute. */
const JOB_DEADLINE_MS = 150_000

/** Statements that try to change entries with the server's own database role. */
const ATTACKS = [
  'update ledger_entries set amount_cents = amount_cents + 1 where id = $1',
  `update ledger_entries set reason = 'adjustment' where id = $1`,
  'update ledger_entries set from_account_id = to_account_id, to_account_id = from_account_id where id = $1',
  'update ledger_entries set created_at = now() where id = $1',
  'delete from ledger_entries where id = $1',
  `insert into ledger_entries select * from ledger_entries where id = $1
   on conflict (key) do update set amount_cents = 1`,
  'with gone as (delete from ledger_entries where id = $1 returning *) select count(*) from gone',
]
const WHOLE = ['truncate ledger_entries', 'truncate ledger_entries cascade', 'delete from ledger_entries']

export const promise = definePromise({
  id: 'R6',
  name: 'r6_ledger',
  title: 'entries of the ledger are only added, by the rule of the database, and wrong books are noticed',
  sizes: { small: 30, long: 2_000 },
  run: ({ form, size: entries, seed, log }) =>
    withTarget(async (target) => {
      const random = createRandom(seed)
      return withClient(target.databaseUrl, async (client) => {
        const ids = await writeEntries(client, target.account.userId, entries)
        const before = await digest(client)
        const violations: string[] = []
        let rounds = 0
        for (const attack of ATTACKS) {
          for (const id of form === 'long' ? ids : [random.pick(ids)]) {
            rounds += 1
            if (!(await isRefused(client, attack, [id]))) violations.push(`was done: ${attack}`)
          }
        }
        for (const attack of WHOLE) {
          rounds += 1
          if (!(await isRefused(client, attack, []))) violations.push(`was done: ${attack}`)
        }
        if ((await digest(client)) !== before) violations.push('entries have changed')
        violations.push(...(await overdrawn(client)), ...(await unnoticed(client, target, form)))
        log(`${rounds} tries on ${ids.length} entries`)
        return { rounds, violations }
      })
    }),
})

const writeEntries = async (client: Client, userId: number, count: number): Promise<number[]> => {
  await client.query(`insert into ledger_accounts (user_id, kind, balance_cents) values ($1, 'beans', $2::int * 100)`, [
    userId,
    count,
  ])
  const { rows } = await client.query<{ id: string }>(
    `insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
     select 'promise:' || n, 'recharge', (select id from ledger_accounts where kind = 'alipay'),
       (select id from ledger_accounts where user_id = $1), 100, n * 100, now()
     from generate_series(1, $2::int) n returning id`,
    [userId, count],
  )
  return rows.map(({ id }) => Number(id))
}

const digest = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ digest: string }>(
    `select md5(string_agg(e::text, '' order by id)) as digest from ledger_entries e`,
  )
  return rows[0]?.digest ?? ''
}

/** True only for the ledger's own rule, not for an invalid statement. */
const isRefused = async (client: Client, sql: string, values: unknown[]): Promise<boolean> => {
  try {
    await client.query(sql, values)
    return false
  } catch (error) {
    // Overwriting an entry fails on identity columns and keys.
    return ['23001', '428C9'].includes((error as { code?: string }).code ?? '')
  }
}

const overdrawn = async (client: Client): Promise<string[]> => {
  try {
    await client.query(`update ledger_accounts set balance_cents = -1 where user_id is not null`)
    return ['an account went below zero']
  } catch {
    return []
  }
}

/** A balance without entries must be found by the command and by the job. */
const unnoticed = async (client: Client, target: Target, form: Form): Promise<string[]> => {
  const violations: string[] = []
  if ((await runCheck(target.databaseUrl)) !== 0) violations.push('right books were called wrong')
  await client.query('update ledger_accounts set balance_cents = balance_cents + 1 where user_id is not null')
  if ((await runCheck(target.databaseUrl)) !== 1) violations.push('wrong books were called right')
  if (form !== 'long') return violations
  const noticed = async () => {
    const failures = await target.failures()
    if (!failures.some((line) => line.includes('ledger audit found discrepancies'))) throw new Error('not noticed yet')
  }
  await eventually(noticed, { deadlineMs: JOB_DEADLINE_MS, everyMs: 1000 }).catch(() =>
    violations.push('the job has not noticed wrong books'),
  )
  return violations
}

const runCheck = async (url: string): Promise<number> => {
  try {
    await promisify(execFile)(process.execPath, [CHECK], { env: { ...process.env, DATABASE_URL: url } })
    return 0
  } catch (error) {
    return (error as { code?: number }).code ?? -1
  }
}
