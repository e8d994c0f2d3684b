import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'

/** Something in the books that cannot be. */
export interface Discrepancy {
  readonly accountId: number
  readonly what: 'balance' | 'held' | 'chain'
  readonly storedCents: number
  readonly countedCents: number
}

/** More than a busy minute writes; older entries were looked at by the minutes before. */
const RECENT_ENTRIES = 20_000

/** A user's side of each entry, with what the account held right after it. */
const sidesOf = (entries: SQL): SQL => sql`
  select id, to_account_id as account_id, amount_cents as amount, to_balance_cents as held_after
    from ${entries} where to_balance_cents is not null
  union all
  select id, from_account_id, -amount_cents, from_balance_cents
    from ${entries} where from_balance_cents is not null`

/**
 * Compares what all accounts say with what all entries and promises add up to, in one snapshot. That all accounts together
 * are zero needs no check: an entry takes what it gives.
 */
export const auditLedger = (db: Db): Promise<readonly Discrepancy[]> =>
  find(
    db,
    sql`
    with moved as (
      select account_id, sum(amount) as counted from (${sidesOf(sql`ledger_entries`)}) sides group by account_id
    ), promised as (
      select account_id, sum(amount_cents) as counted from ledger_holds where state = 'held' group by account_id
    )
    select id as account_id, 'balance' as what, balance_cents as stored, coalesce(moved.counted, 0) as counted
      from ledger_accounts left join moved on moved.account_id = id
      where balance_cents is not null and balance_cents <> coalesce(moved.counted, 0)
    union all
    select id, 'held', held_cents, coalesce(promised.counted, 0)
      from ledger_accounts left join promised on promised.account_id = id
      where held_cents <> coalesce(promised.counted, 0)`,
  )

/**
 * The same for what was written lately, at a price that does not grow with the years: each entry goes on from the balance
 * that the one before it left, and the last one left what the account says now.
 */
export const auditRecent = (db: Db): Promise<readonly Discrepancy[]> =>
  find(
    db,
    sql`
    with recent as (
      select * from ledger_entries where id > (select coalesce(max(id), 0) - ${RECENT_ENTRIES} from ledger_entries)
    ), chained as (
      select account_id, held_after, held_after - amount as held_before,
        lag(held_after) over (partition by account_id order by id) as left_before,
        row_number() over (partition by account_id order by id desc) = 1 as is_last
      from (${sidesOf(sql`recent`)}) sides
    )
    select account_id, 'chain' as what, held_before as stored, left_before as counted
      from chained where held_before <> left_before
    union all
    select account_id, 'balance', balance_cents, held_after
      from chained join ledger_accounts on ledger_accounts.id = account_id
      where is_last and balance_cents <> held_after`,
  )

const find = async (db: Db, query: SQL): Promise<readonly Discrepancy[]> => {
  const { rows } = await db.execute<{
    account_id: string
    what: Discrepancy['what']
    stored: string
    counted: string
  }>(query)
  return rows.map(({ account_id, what, stored, counted }) => ({
    accountId: Number(account_id),
    what,
    storedCents: Number(stored),
    countedCents: Number(counted),
  }))
}

/** Looks every minute. What it finds is for a person to settle: a wrong book is never put right by itself. */
export const auditJob = (db: Db, log: Logger): Job<object> => ({
  name: 'ledger.audit',
  heartbeatSeconds: 60,
  retryLimit: 0,
  schedule: '* * * * *',
  run: async () => {
    const discrepancies = await auditRecent(db)
    if (discrepancies.length > 0) log.error({ discrepancies }, 'the ledger does not add up')
  },
})
