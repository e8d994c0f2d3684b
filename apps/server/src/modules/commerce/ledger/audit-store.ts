import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'

/** A stored amount that the entries contradict. */
export interface Discrepancy {
  readonly accountId: number
  readonly what: 'balance' | 'held' | 'chain'
  readonly storedCents: number
  readonly countedCents: number
}

/** More than a busy minute writes; earlier runs have checked older entries. */
const RECENT_ENTRIES = 20_000

/** The user accounts of each entry, each with its balance after the entry. */
const sidesOf = (entries: SQL): SQL => sql`
  select id, to_account_id as account_id, amount_cents as amount, to_balance_cents as balance_after
    from ${entries} where to_balance_cents is not null
  union all
  select id, from_account_id, -amount_cents, from_balance_cents
    from ${entries} where from_balance_cents is not null`

/** Accounts of one statement. It takes seconds, and longer for an account with very many entries: for slow connections. */
const ACCOUNTS_AT_ONCE = 1000

/**
 * Compares every user account with the sum of its entries and holds, a batch of accounts in one snapshot. The sum over all
 * accounts is zero by construction: an entry subtracts what it adds.
 */
export const auditLedger = async (db: Db | Tx): Promise<readonly Discrepancy[]> => {
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
 * Sequential scans are off: nearly all entries belong to the product's own accounts, so the planner overestimates those of
 * a user account and would read all entries for each.
 */
const auditAccounts = (db: Db | Tx, after: number, last: number): Promise<readonly Discrepancy[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
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
 * Checks the newest entries, in constant time: each entry continues from the balance of the one before it, and the last
 * one has the balance of its account.
 */
export const auditRecent = (db: Db): Promise<readonly Discrepancy[]> =>
  findDiscrepancies(
    db,
    sql`
    with recent as (
      select * from ledger_entries where id > (select coalesce(max(id), 0) - ${RECENT_ENTRIES} from ledger_entries)
    ), chained as (
      select account_id, balance_after, balance_after - amount as balance_before,
        lag(balance_after) over (partition by account_id order by id) as previous_balance,
        row_number() over (partition by account_id order by id desc) = 1 as is_last
      from (${sidesOf(sql`recent`)}) sides
    )
    select account_id, 'chain' as what, balance_before as stored, previous_balance as counted
      from chained where balance_before <> previous_balance
    union all
    select account_id, 'balance', balance_cents, balance_after
      from chained join ledger_accounts on ledger_accounts.id = account_id
      where is_last and balance_cents <> balance_after`,
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
