import type { EntryReason, StatementEntry, WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { type SQL, sql } from 'drizzle-orm'
import { chinaMonth } from '../../../platform/china-time.ts'
import type { Db } from '../../../platform/database.ts'

export interface StatementQuery {
  readonly userId: number
  readonly account: WalletAccount
  readonly month: string
  readonly direction: 'all' | 'in' | 'out'
  readonly time: Date
  /** Only entries older than this one. */
  readonly beforeEntryId?: number | undefined
}

interface EntryRow extends Record<string, unknown> {
  readonly id: string
  readonly reason: EntryReason
  readonly amount: string
  readonly after: string
  readonly order_id: string | null
  readonly device_id: string | null
  readonly created_ms: number
}

/**
 * Entries of a user's account in the month, as incoming and outgoing rows; with `limit` the newest of each direction, found
 * by key. Nothing for an account without entries.
 *
 * `between` instead of `=`: nearly all entries belong to a few own accounts, so the planner overestimates those of one account
 * and would read entries of others.
 */
const accountSides = ({ userId, account, month, time, beforeEntryId }: StatementQuery, limit?: number): SQL => {
  const { from, to } = chinaMonth(month)
  const own = sql`select id from ledger_accounts where user_id = ${userId} and kind = ${account}`
  const isBefore = beforeEntryId === undefined ? sql`` : sql`and id < ${beforeEntryId}`
  const isInMonth = sql`created_at >= ${from} and created_at < ${to} and created_at <= ${time} ${isBefore}`
  const isOwn = sql`between (${own}) and (${own})`
  const newest = (side: SQL): SQL => (limit === undefined ? sql`` : sql`order by ${side} desc, id desc limit ${limit}`)
  return sql`
    (select id, reason, amount_cents as amount, to_balance_cents as after, order_id, device_id, created_at
      from ledger_entries where to_account_id ${isOwn} and ${isInMonth} ${newest(sql`to_account_id`)})
    union all
    (select id, reason, -amount_cents, from_balance_cents, order_id, device_id, created_at
      from ledger_entries where from_account_id ${isOwn} and ${isInMonth} ${newest(sql`from_account_id`)})`
}

const matchesDirection = (direction: StatementQuery['direction']): SQL => {
  if (direction === 'all') return sql`true`
  return direction === 'in' ? sql`amount > 0` : sql`amount < 0`
}

export const listEntries = async (
  db: Db,
  part: StatementQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<StatementEntry[]> => {
  const { rows } = await db.execute<EntryRow>(sql`
    select id, reason, amount, after, order_id, device_id, (extract(epoch from created_at) * 1000)::float8 as created_ms
    from (${accountSides(part, offset + limit)}) sides where ${matchesDirection(part.direction)} order by id desc limit ${limit} offset ${offset}`)
  return rows.map(({ id, reason, amount, after, order_id, device_id, created_ms }) => ({
    entryId: Number(id),
    reason,
    amountCents: Number(amount),
    balanceCents: Number(after),
    orderId: order_id === null ? null : Number(order_id),
    deviceId: device_id === null ? null : Number(device_id),
    createdAt: created_ms,
  }))
}

export const sumEntries = async (db: Db, part: StatementQuery) => {
  const { rows } = await db.execute<{ count: number; came: string; went: string }>(sql`
    select count(*) filter (where ${matchesDirection(part.direction)})::int as count,
      coalesce(sum(amount) filter (where amount > 0), 0) as came, coalesce(-sum(amount) filter (where amount < 0), 0) as went
    from (${accountSides(part)}) sides`)
  const { count = 0, came = 0, went = 0 } = rows[0] ?? {}
  return { count, inCents: Number(came), outCents: Number(went) }
}
