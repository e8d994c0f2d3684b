import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'

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

/** Accounts counted by one statement: seconds, however long the books are. */
const ACCOUNTS_AT_ONCE = 1000
/** For accounts that are busy beyond measure. */
const AUDIT_TIMEOUT_MS = 10 * 60_000

/**
 * Compares every account of a person with what all its entries and promises add up to, some accounts at a time, each in one
 * snapshot. That all accounts together are zero needs no check: an entry takes what it gives.
 */
export const auditLedger = async (db: Db): Promise<readonly Discrepancy[]> => {
  const found: Discrepancy[] = []
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ last: string | null }>(sql`
      select max(id) as last from (
        select id from ledger_accounts where id > ${after} order by id limit ${ACCOUNTS_AT_ONCE}
      ) as next_accounts`)
    const last = Number(rows[0]?.last ?? 0)
    if (last === 0) return found
    found.push(...(await auditAccounts(db, after, last)))
    after = last
  }
}

/**
 * By key, account by account: the product's own accounts hold an entry of every payment and no balance. Where nearly all
 * entries are theirs, the planner expects as many of every account, and would read all entries for each.
 */
const auditAccounts = (db: Db, after: number, last: number): Promise<readonly Discrepancy[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    // Reads alone, which nobody waits for.
    await tx.execute(sql.raw(`set local statement_timeout = ${AUDIT_TIMEOUT_MS}`))
    return findDiscrepancies(tx, recountQuery(after, last))
  })

const recountQuery = (after: number, last: number): SQL => sql`
    with counted as (
      select ledger_accounts.id, balance_cents, held_cents, came - went as moved, promised
      from ledger_accounts,
        lateral (select coalesce(sum(amount_cents), 0) as came from ledger_entries where to_account_id = ledger_accounts.id) incoming,
        lateral (select coalesce(sum(amount_cents), 0) as went from ledger_entries where from_account_id = ledger_accounts.id) outgoing,
        lateral (select coalesce(sum(amount_cents), 0) as promised from ledger_holds
          where account_id = ledger_accounts.id and state = 'held') holds
      where ledger_accounts.id > ${after} and ledger_accounts.id <= ${last} and balance_cents is not null
    )
    select id as account_id, 'balance' as what, balance_cents as stored, moved as counted
      from counted where balance_cents <> moved
    union all
    select id, 'held', held_cents, promised from counted where held_cents <> promised`

/**
 * The same for what was written lately, at a price that does not grow with the years: each entry goes on from the balance
 * that the one before it left, and the last one left what the account says now.
 */
export const auditRecent = (db: Db): Promise<readonly Discrepancy[]> =>
  findDiscrepancies(
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

const findDiscrepancies = async (db: Db | Tx, query: SQL): Promise<readonly Discrepancy[]> => {
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
