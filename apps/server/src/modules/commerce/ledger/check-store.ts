import type { AccountKind, LedgerDifference } from '@yunji/contract/commerce/wallet/ledger'
import { SHOWN_DIFFERENCES } from '@yunji/contract/commerce/wallet/ledger'
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { chinaDayPeriod, chinaMonth } from '../../../platform/china-time.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Place } from '../../../platform/keyset.ts'
import { withSlowQueryClient } from '../../../platform/slow-query-client.ts'
import { ledgerAccounts, ledgerChecks, ledgerEntries } from '../../../tables/ledger.ts'
import { auditLedger } from './audit-store.ts'

export type CheckRow = typeof ledgerChecks.$inferSelect

const ORDERS_AT_ONCE = 2000

interface CheckResult {
  readonly accountCount: number
  readonly entryCount: number
  readonly orderCount: number
  readonly totals: CheckRow['totals']
  readonly differenceCount: number
  readonly differences: readonly LedgerDifference[]
}

/** Reads everything in one snapshot, without a lock: nobody waits for it. */
export const checkLedger = (databaseUrl: string, onProgress: () => void): Promise<CheckResult> =>
  withSlowQueryClient(databaseUrl, (client) =>
    drizzle(client).transaction((tx) => readLedger(tx, onProgress), SNAPSHOT),
  )

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const readLedger = async (tx: Tx, onProgress: () => void): Promise<CheckResult> => {
  const { totals, accountCount, entryCount } = await sumAccounts(tx)
  const found: LedgerDifference[] = []
  const sumCents = totals.reduce((sum, { cents }) => sum + cents, 0)
  if (sumCents !== 0) found.push({ ...noSubject, what: 'sum', storedCents: 0, countedCents: sumCents })
  onProgress()
  found.push(...(await checkAccounts(tx)))
  const orderCount = await checkOrders(tx, (differences) => {
    found.push(...differences)
    onProgress()
  })
  const differences = found.slice(0, SHOWN_DIFFERENCES)
  return { accountCount, entryCount, orderCount, totals, differenceCount: found.length, differences }
}

const noSubject = { accountId: null, userId: null, orderId: null }

/** Users' accounts by their stored balances, own accounts by their entries: together they must be zero. */
const sumAccounts = async (tx: Tx) => {
  const users = await tx.execute<{ kind: AccountKind; cents: string; accounts: number }>(sql`
    select kind, coalesce(sum(balance_cents), 0) as cents, count(*)::int as accounts
    from ledger_accounts where user_id is not null group by kind`)
  const own = await tx.execute<{ kind: AccountKind; cents: string }>(sql`
    select kind, coalesce(sum(cents), 0) as cents from ledger_accounts left join (
      select from_account_id as id, -sum(amount_cents) as cents from ledger_entries group by 1
      union all select to_account_id, sum(amount_cents) from ledger_entries group by 1
    ) sides using (id) where user_id is null group by kind order by kind`)
  const counted = await tx.execute<{ entries: string }>(sql`select count(*) as entries from ledger_entries`)
  return {
    totals: [...users.rows, ...own.rows].map(({ kind, cents }) => ({ kind, cents: Number(cents) })),
    accountCount: users.rows.reduce((sum, { accounts }) => sum + accounts, own.rows.length),
    entryCount: Number(counted.rows[0]?.entries ?? 0),
  }
}

const checkAccounts = async (tx: Tx): Promise<LedgerDifference[]> => {
  const found = await auditLedger(tx)
  const owners = await tx
    .select({ id: ledgerAccounts.id, userId: ledgerAccounts.userId })
    .from(ledgerAccounts)
    .where(
      inArray(
        ledgerAccounts.id,
        found.slice(0, SHOWN_DIFFERENCES).map(({ accountId }) => accountId),
      ),
    )
  const userOf = new Map(owners.map(({ id, userId }) => [id, userId]))
  return found.map(({ accountId, what, storedCents, countedCents }) => ({
    what: what === 'held' ? 'held' : 'balance',
    accountId,
    userId: userOf.get(accountId) ?? null,
    orderId: null,
    storedCents,
    countedCents,
  }))
}

const checkOrders = async (tx: Tx, onFound: (found: LedgerDifference[]) => void): Promise<number> => {
  let checked = 0
  for (let after = 0; ; ) {
    const { rows } = await tx.execute<{ last: string | null; orders: number }>(sql`
      select max(id) as last, count(*)::int as orders from (
        select id from orders where id > ${after} order by id limit ${ORDERS_AT_ONCE}
      ) as next_orders`)
    const last = Number(rows[0]?.last ?? 0)
    if (last === 0) return checked
    onFound(await findOrderDifferences(tx, after, last))
    checked += rows[0]?.orders ?? 0
    after = last
  }
}

/**
 * An order paid from a wallet was paid once, by its own amount; money of providers is that of its payments, also of those
 * that came twice. Refunds of providers stand in their own records, those to wallets in the ledger alone: they are never
 * more than was paid.
 */
const findOrderDifferences = async (tx: Tx, after: number, last: number): Promise<LedgerDifference[]> => {
  const { rows } = await tx.execute<{
    id: string
    user_id: string
    what: 'paid' | 'refunded'
    stored: string
    counted: string
  }>(sql`
    with summed as (
      select orders.id, user_id, pay_method in (3, 4) as is_wallet, paid, refunded, given_back,
        greatest(
          received + case when paid_at is not null and pay_method in (3, 4) then payable_cents else 0 end,
          case when paid_at is not null then payable_cents else 0 end
        ) as due
      from orders,
        lateral (select coalesce(sum(amount_cents) filter (where reason in ('orderPayment', 'autoRenew')), 0) as paid,
            coalesce(sum(amount_cents) filter (where reason = 'orderRefund'), 0) as refunded
          from ledger_entries where order_id = orders.id) entries,
        lateral (select coalesce(sum(amount_cents), 0) as received from payments
          where payments.order_id = orders.id and transaction_id is not null) incoming,
        lateral (select coalesce(sum(amount_cents), 0) as given_back from refunds
          where refunds.order_id = orders.id and refunds.state = 'refunded') outgoing
      where orders.id > ${after} and orders.id <= ${last}
    )
    select id, user_id, 'paid' as what, due as stored, paid as counted from summed where due <> paid
    union all
    select id, user_id, 'refunded', case when is_wallet then paid else given_back end, refunded from summed
      where refunded > paid or refunded < given_back or (is_wallet is not true and refunded <> given_back)`)
  return rows.map(({ id, user_id, what, stored, counted }) => ({
    what,
    accountId: null,
    userId: Number(user_id),
    orderId: Number(id),
    storedCents: Number(stored),
    countedCents: Number(counted),
  }))
}

/** Undefined while another check runs. */
export const insertCheck = async (db: Db, operatorName: string | null, now: Date): Promise<number | undefined> => {
  const [row] = await db
    .insert(ledgerChecks)
    .values({ operatorName, startedAt: now })
    .onConflictDoNothing()
    .returning({ id: ledgerChecks.id })
  return row?.id
}

/** Ends abandoned checks. */
export const endLostChecks = async (db: Db, startedBefore: Date, now: Date): Promise<void> => {
  await db
    .update(ledgerChecks)
    .set({ state: 'failed', endedAt: now })
    .where(and(eq(ledgerChecks.state, 'running'), lt(ledgerChecks.startedAt, startedBefore)))
}

export const findRunningCheck = async (db: Db): Promise<CheckRow | undefined> => {
  const [row] = await db.select().from(ledgerChecks).where(eq(ledgerChecks.state, 'running'))
  return row
}

export const endCheck = async (db: Db, checkId: number, values: Partial<CheckRow>): Promise<void> => {
  await db.update(ledgerChecks).set(values).where(eq(ledgerChecks.id, checkId))
}

export const listChecks = (db: Db, place: Place | undefined, limit: number): Promise<CheckRow[]> =>
  db
    .select()
    .from(ledgerChecks)
    .where(place && lt(ledgerChecks.id, place.id))
    .orderBy(desc(ledgerChecks.id))
    .limit(limit)

export interface EntryFilter {
  readonly kind?: AccountKind | undefined
  readonly userId?: number | undefined
  readonly orderId?: number | undefined
  readonly date?: string | undefined
}

/** Entries of one moment come with ids in nearly their order: so many apart at most. */
const ID_SLACK = 2000

const periodOf = (date: string) => (date.length === 7 ? chinaMonth(date) : chinaDayPeriod(date))

/** Range of ids around a period, for lists in the order of ids; the times themselves are compared too. */
const isWithin = (date: string): SQL => {
  const { from, to } = periodOf(date)
  const firstFrom = (time: Date): SQL =>
    sql`(select id from ledger_entries where created_at >= ${time} order by created_at, id limit 1)`
  return sql`created_at >= ${from} and created_at < ${to} and id >= ${firstFrom(from)} - ${ID_SLACK}
    and id <= coalesce(${firstFrom(to)}, 9223372036854773000) + ${ID_SLACK}`
}

const listAccountIds = async (db: Db, { kind, userId }: EntryFilter): Promise<number[] | undefined> => {
  if (kind === undefined && userId === undefined) return undefined
  const isOwn = userId === undefined ? sql`user_id is null` : eq(ledgerAccounts.userId, userId)
  const rows = await db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(and(isOwn, kind && eq(ledgerAccounts.kind, kind)))
  return rows.map(({ id }) => id)
}

/** Newest first. Both sides of an account are read by their index, never the entries of others. */
export const listLedgerEntries = async (db: Db, filter: EntryFilter, place: Place | undefined, limit: number) => {
  const accountIds = await listAccountIds(db, filter)
  const isListed = and(
    filter.orderId === undefined ? undefined : eq(ledgerEntries.orderId, filter.orderId),
    filter.date === undefined ? undefined : isWithin(filter.date),
    place && lt(ledgerEntries.id, place.id),
  )
  const newest = (isOfSide: SQL | undefined) =>
    db.select().from(ledgerEntries).where(and(isOfSide, isListed)).orderBy(desc(ledgerEntries.id)).limit(limit)
  const sides = accountIds?.flatMap((id) => [eq(ledgerEntries.fromAccountId, id), eq(ledgerEntries.toAccountId, id)])
  const found = await Promise.all((sides ?? [undefined]).map(newest))
  const unique = new Map(found.flat().map((entry) => [entry.id, entry]))
  return [...unique.values()].toSorted((a, b) => b.id - a.id).slice(0, limit)
}

export const listAccounts = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, userId: ledgerAccounts.userId })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, [...ids]))
