import type { billDifferenceKinds } from '@yunji/contract/commerce/payment/operator-enums'
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { type Db, inChunks, type Tx } from '../../../platform/database.ts'
import type { BillLine, ProviderName } from '../../../platform/payments.ts'
import { billDifferences, billLines, bills } from '../../../tables/bills.ts'

export type BillRow = typeof bills.$inferSelect
export type DifferenceRow = typeof billDifferences.$inferSelect

export interface BillKey {
  readonly provider: ProviderName
  readonly day: string
}

interface Period {
  readonly from: Date
  readonly to: Date
}

const isBill = ({ provider, day }: BillKey) => and(eq(bills.provider, provider), eq(bills.day, day))

/** Adds bills to expect; those that are known stay as they are. */
export const addBills = async (db: Db | Tx, keys: readonly (BillKey & { readonly dueAt: Date | null })[]) => {
  if (keys.length > 0)
    await db
      .insert(bills)
      .values([...keys])
      .onConflictDoNothing()
}

/** Those that have waited longest first; after `last` when given. */
export const listDueBills = (db: Db, now: Date, limit: number, last: BillRow | undefined): Promise<BillRow[]> =>
  db
    .select()
    .from(bills)
    .where(
      and(
        lte(bills.dueAt, now),
        last &&
          sql`(${bills.dueAt}, ${bills.day}, ${bills.provider}) > (${last.dueAt}::timestamptz, ${last.day}::date, ${last.provider})`,
      ),
    )
    .orderBy(asc(bills.dueAt), asc(bills.day), asc(bills.provider))
    .limit(limit)

export const findBill = async (db: Db | Tx, key: BillKey): Promise<BillRow | undefined> => {
  const [bill] = await db.select().from(bills).where(isBill(key))
  return bill
}

export const lockBill = async (tx: Tx, key: BillKey): Promise<BillRow | undefined> => {
  const [bill] = await tx.select().from(bills).where(isBill(key)).for('update')
  return bill
}

export const updateBill = async (db: Db | Tx, key: BillKey, change: Partial<BillRow>): Promise<void> => {
  await db.update(bills).set(change).where(isBill(key))
}

/** Replaces the lines of a day; a number that another day's bill has already stays there. */
export const replaceLines = async (tx: Tx, { provider, day }: BillKey, lines: readonly BillLine[]): Promise<void> => {
  await tx.delete(billLines).where(and(eq(billLines.provider, provider), eq(billLines.day, day)))
  await inChunks(lines, async (chunk) => {
    await tx
      .insert(billLines)
      .values(chunk.map((line) => ({ ...line, provider, day })))
      .onConflictDoUpdate({
        target: [billLines.provider, billLines.subject, billLines.number],
        set: { isSettled: sql`${billLines.isSettled} or excluded.is_settled` },
      })
    return []
  })
}

export type FoundDifference = Pick<
  DifferenceRow,
  'subject' | 'number' | 'transactionId' | 'kind' | 'ourCents' | 'theirCents' | 'orderId'
>

/** All numbers that a refund was requested under. */
const numbersOfRefund = sql.raw(
  `select r.out_refund_no union all select n.out_refund_no from refund_numbers n where n.refund_id = r.id`,
)

/**
 * Differences of a day between the stored lines and our books. A payment that we booked after midnight is on the bill of the
 * day before. Where a refund has lines under two numbers, the one that is compared later is `twice`, and not the other as well.
 */
export const compareBill = async (
  tx: Tx,
  { provider, day }: BillKey,
  { from, to }: Period,
): Promise<FoundDifference[]> => {
  const { rows } = await tx.execute<Record<string, string | null>>(sql`
    select 'payment' as subject, l.number, l.transaction_id, l.amount_cents as theirs, p.amount_cents as ours, p.order_id,
      case when p.id is null then 'unknown' when p.transaction_id is null then 'unconfirmed' else 'amount' end as kind
    from bill_lines l left join payments p on p.out_trade_no = l.number and p.provider = l.provider
    where l.provider = ${provider} and l.day = ${day} and l.subject = 'payment'
      and (p.id is null or p.transaction_id is null or p.amount_cents <> l.amount_cents)
    union all
    select * from (
      select 'refund', l.number, l.transaction_id, l.amount_cents, r.amount_cents, r.order_id,
        case when r.id is null then 'unknown'
          when exists (select 1 from ledger_entries where key = 'refund:' || r.id || ':balance')
            or exists (select 1 from bill_lines o where o.provider = l.provider and o.subject = 'refund'
              and o.number in (${numbersOfRefund}) and o.number <> l.number and (o.day <> l.day or o.number < l.number)
              and not exists (select 1 from bill_differences d where d.provider = o.provider and d.subject = 'refund'
                and d.number = o.number and d.kind = 'twice')) then 'twice'
          when l.is_settled and r.state <> 'refunded' then 'unconfirmed'
          when r.amount_cents <> l.amount_cents then 'amount' end as kind
      from bill_lines l left join (
        refunds r join payments p on p.id = r.payment_id
      ) on p.provider = l.provider and r.id = coalesce(
        (select f.id from refunds f where f.out_refund_no = l.number),
        (select n.refund_id from refund_numbers n where n.out_refund_no = l.number))
      where l.provider = ${provider} and l.day = ${day} and l.subject = 'refund') compared
    where kind is not null
    union all
    select 'payment', p.out_trade_no, p.transaction_id, null, p.amount_cents, p.order_id, 'unbilled'
    from payments p
    where p.provider = ${provider} and p.paid_at >= ${from} and p.paid_at < ${to}
      and not exists (select 1 from bill_lines l
        where l.provider = p.provider and l.subject = 'payment' and l.number = p.out_trade_no)
    union all
    select 'refund', r.out_refund_no, '', null, r.amount_cents, r.order_id, 'unbilled'
    from refunds r join payments p on p.id = r.payment_id
    where p.provider = ${provider} and r.refunded_at >= ${from} and r.refunded_at < ${to}
      and exists (select 1 from ledger_entries where key = 'refund:' || r.id || ':refunded')
      and not exists (select 1 from bill_lines l
        where l.provider = p.provider and l.subject = 'refund' and l.number = r.out_refund_no)
      and not exists (select 1 from refund_numbers n join bill_lines l on l.number = n.out_refund_no
        where n.refund_id = r.id and l.provider = p.provider and l.subject = 'refund')`)
  const numberOf = (value: string | null | undefined) => (typeof value === 'string' ? Number(value) : null)
  return rows.map((row) => ({
    subject: row['subject'] as DifferenceRow['subject'],
    number: row['number'] ?? '',
    transactionId: row['transaction_id'] ?? '',
    kind: row['kind'] as (typeof billDifferenceKinds)[number],
    theirCents: numberOf(row['theirs']),
    ourCents: numberOf(row['ours']),
    orderId: numberOf(row['order_id']),
  }))
}

/** Adds what is new, opens again what had gone away by itself, and closes what no longer differs. */
export const saveDifferences = async (
  tx: Tx,
  { provider, day }: BillKey,
  found: readonly FoundDifference[],
  now: Date,
): Promise<void> => {
  const keys = found.map(({ subject, number, kind }) => `${subject} ${number} ${kind}`)
  await tx.execute(sql`
    update bill_differences d set closed_at = ${now}
    where d.closed_at is null and d.provider = ${provider} and (
      (d.day = ${day} and (d.subject || ' ' || d.number || ' ' || d.kind) <> all(${sql.param(keys)}::text[]))
      or (d.kind = 'unbilled' and exists (select 1 from bill_lines l
        where l.provider = d.provider and l.subject = d.subject and l.number = d.number and l.day = ${day})))`)
  await inChunks(found, async (chunk) => {
    await tx
      .insert(billDifferences)
      .values(chunk.map((difference) => ({ ...difference, provider, day, foundAt: now })))
      .onConflictDoUpdate({
        target: [billDifferences.provider, billDifferences.subject, billDifferences.number, billDifferences.kind],
        set: { closedAt: null, day, ourCents: sql`excluded.our_cents`, theirCents: sql`excluded.their_cents` },
        setWhere: and(isNotNull(billDifferences.closedAt), isNull(billDifferences.closedBy)),
      })
    return []
  })
}

const isOpen = isNull(billDifferences.closedAt)

export const countOpen = (db: Db | Tx, { provider, day }: BillKey): Promise<number> =>
  db.$count(billDifferences, and(eq(billDifferences.provider, provider), eq(billDifferences.day, day), isOpen))

/** Numbers of payments that the bill has and we have not booked; others each time, where there are more. */
export const listUnconfirmed = async (db: Db, { provider, day }: BillKey, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ number: billDifferences.number })
    .from(billDifferences)
    .where(
      and(
        eq(billDifferences.provider, provider),
        eq(billDifferences.day, day),
        isOpen,
        eq(billDifferences.kind, 'unconfirmed'),
        eq(billDifferences.subject, 'payment'),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit)
  return rows.map(({ number }) => number)
}

interface BillQuery {
  readonly page: number
  readonly rows: number
  readonly provider?: ProviderName | undefined
  readonly state?: BillRow['state'] | undefined
}

/** One page with the number of open differences of each bill, latest first, and the number of all bills. */
export const listBills = (db: Db, { page, rows, provider, state }: BillQuery) => {
  const isWanted = and(provider && eq(bills.provider, provider), state && eq(bills.state, state))
  const openDifferences = sql<string>`(select count(*) from bill_differences d
    where d.provider = "bills"."provider" and d.day = "bills"."day" and d.closed_at is null)`
  return Promise.all([
    db
      .select({ bill: bills, openDifferences: openDifferences.mapWith(Number) })
      .from(bills)
      .where(isWanted)
      .orderBy(desc(bills.day), asc(bills.provider))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(bills, isWanted),
  ])
}

interface DifferenceQuery {
  readonly state: 'open' | 'closed'
  readonly provider?: ProviderName | undefined
  readonly day?: string | undefined
  readonly kind?: DifferenceRow['kind'] | undefined
}

export const listDifferences = (
  db: Db,
  { state, provider, day, kind }: DifferenceQuery,
  afterId: number | undefined,
  limit: number,
): Promise<DifferenceRow[]> =>
  db
    .select()
    .from(billDifferences)
    .where(
      and(
        state === 'open' ? isOpen : isNotNull(billDifferences.closedAt),
        provider && eq(billDifferences.provider, provider),
        day ? eq(billDifferences.day, day) : undefined,
        kind && eq(billDifferences.kind, kind),
        afterId === undefined ? undefined : lt(billDifferences.id, afterId),
      ),
    )
    .orderBy(desc(billDifferences.id))
    .limit(limit)

export const findDifference = async (db: Db | Tx, differenceId: number): Promise<DifferenceRow | undefined> => {
  const [difference] = await db.select().from(billDifferences).where(eq(billDifferences.id, differenceId))
  return difference
}

/** False when it is closed already. */
export const markDifferenceClosed = async (
  tx: Tx,
  differenceId: number,
  closing: Pick<DifferenceRow, 'closedAt' | 'closedBy' | 'note'>,
): Promise<boolean> => {
  const closed = await tx
    .update(billDifferences)
    .set(closing)
    .where(and(eq(billDifferences.id, differenceId), isOpen))
    .returning({ id: billDifferences.id })
  return closed.length > 0
}
