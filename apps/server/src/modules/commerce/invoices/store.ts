import type { InvoiceState } from '@yunji/contract/commerce/invoice/machine'
import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { invoiceOrders, invoices, invoiceTitles } from '../../../tables/invoices.ts'
import { orders } from '../../../tables/orders.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type InvoiceOrderRow = Pick<typeof invoiceOrders.$inferSelect, 'orderId' | 'amountCents'>

interface Paging {
  readonly page: number
  readonly rows: number
}

/** Requests of one account wait for each other, so that ten at once pass no limit. */
export const lockRequests = async (tx: Tx, userId: number): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoices', ${userId}::bigint))`)
}

export const countRequests = (tx: Tx, userId: number, now: Date): Promise<number> =>
  tx.$count(
    invoices,
    and(eq(invoices.userId, userId), isNull(invoices.replacesId), gt(invoices.createdAt, later(now, -DAY_MS))),
  )

export const insertInvoice = async (
  tx: Tx,
  invoice: typeof invoices.$inferInsert,
  parts: readonly InvoiceOrderRow[],
): Promise<InvoiceRow> => {
  const [inserted] = await tx.insert(invoices).values(invoice).returning()
  if (!inserted) throw new Error('an invoice was not written')
  const values = parts.map(({ orderId, amountCents }) => ({ invoiceId: inserted.id, orderId, amountCents }))
  await tx.insert(invoiceOrders).values(values)
  return inserted
}

const orderCount = sql`(select count(*) from ${invoiceOrders} o where o.invoice_id = ${invoices.id})`.mapWith(Number)

const listed = { invoice: invoices, orderCount }

export const listOwn = (db: Db, userId: number, { page, rows }: Paging) => {
  const isOwn = eq(invoices.userId, userId)
  return Promise.all([
    db
      .select(listed)
      .from(invoices)
      .where(isOwn)
      .orderBy(desc(invoices.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(invoices, isOwn),
  ])
}

export const findOwn = async (db: Db | Tx, userId: number, invoiceId: number): Promise<InvoiceRow | undefined> => {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.userId, userId)))
  return row
}

export const findAny = async (db: Db | Tx, invoiceId: number): Promise<InvoiceRow | undefined> => {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
  return row
}

export const findReplacementId = async (db: Db, invoiceId: number): Promise<number | null> => {
  const [row] = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.replacesId, invoiceId))
  return row?.id ?? null
}

export const listParts = (db: Db | Tx, invoiceId: number) =>
  db
    .select({ orderId: invoiceOrders.orderId, title: orders.title, amountCents: invoiceOrders.amountCents })
    .from(invoiceOrders)
    .innerJoin(orders, eq(orders.id, invoiceOrders.orderId))
    .where(eq(invoiceOrders.invoiceId, invoiceId))
    .orderBy(asc(invoiceOrders.orderId))

/** The newest invoice of an order, live or not. */
export const findByOrder = async (db: Db, userId: number, orderId: number) => {
  const [row] = await db
    .select({ ...listed, isLive: invoiceOrders.isLive })
    .from(invoiceOrders)
    .innerJoin(invoices, eq(invoices.id, invoiceOrders.invoiceId))
    .where(and(eq(invoiceOrders.orderId, orderId), eq(invoices.userId, userId)))
    .orderBy(desc(invoiceOrders.isLive), desc(invoices.id))
    .limit(1)
  return row
}

export const lockAny = async (tx: Tx, invoiceId: number): Promise<InvoiceRow | undefined> => {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('update')
  return row
}

/** The caller has locked the order, so no other invoice can take it meanwhile. */
export const lockLiveOf = async (tx: Tx, orderId: number): Promise<InvoiceRow | undefined> => {
  const [row] = await tx
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(invoiceOrders, eq(invoiceOrders.invoiceId, invoices.id))
    .where(and(eq(invoiceOrders.orderId, orderId), invoiceOrders.isLive))
    .for('update', { of: invoices })
  return row?.invoice
}

export const updateInvoice = async (
  tx: Tx,
  invoiceId: number,
  fields: Partial<typeof invoices.$inferInsert>,
): Promise<void> => {
  await tx.update(invoices).set(fields).where(eq(invoices.id, invoiceId))
}

/** Orders of an invoice that is over can stand in another one. */
export const freeOrders = async (tx: Tx, invoiceId: number): Promise<void> => {
  await tx.update(invoiceOrders).set({ isLive: false }).where(eq(invoiceOrders.invoiceId, invoiceId))
}

/** Sets what an order still contributes to an invoice; nothing takes it out. Returns the new sum. */
export const setPart = async (tx: Tx, invoiceId: number, orderId: number, amountCents: number): Promise<number> => {
  const isPart = and(eq(invoiceOrders.invoiceId, invoiceId), eq(invoiceOrders.orderId, orderId))
  if (amountCents > 0) await tx.update(invoiceOrders).set({ amountCents }).where(isPart)
  else await tx.update(invoiceOrders).set({ isLive: false }).where(isPart)
  const [row] = await tx
    .select({ cents: sql`coalesce(sum(${invoiceOrders.amountCents}), 0)`.mapWith(Number) })
    .from(invoiceOrders)
    .where(and(eq(invoiceOrders.invoiceId, invoiceId), invoiceOrders.isLive))
  return row?.cents ?? 0
}

export interface InvoiceFilter {
  readonly state?: InvoiceState | undefined
  readonly userId?: number | undefined
  readonly orderId?: number | undefined
  readonly titleName?: string | undefined
}

const fits = (db: Db, { state, userId, orderId, titleName }: InvoiceFilter) =>
  and(
    state === undefined ? undefined : eq(invoices.state, state),
    userId === undefined ? undefined : eq(invoices.userId, userId),
    titleName === undefined ? undefined : sql`position(lower(${titleName}) in lower(${invoices.title} ->> 'name')) > 0`,
    orderId === undefined
      ? undefined
      : exists(
          db
            .select({ one: sql`1` })
            .from(invoiceOrders)
            .where(and(eq(invoiceOrders.invoiceId, invoices.id), eq(invoiceOrders.orderId, orderId))),
        ),
  )

/** Those that wait for the operator first, oldest first; then the newest of the others. */
export const listAll = (db: Db, filter: InvoiceFilter, { page, rows }: Paging) => {
  const isWaiting = sql`${invoices.state} in ('pending', 'correcting')`
  return Promise.all([
    db
      .select(listed)
      .from(invoices)
      .where(fits(db, filter))
      .orderBy(sql`${isWaiting} desc`, sql`case when ${isWaiting} then ${invoices.id} end asc`, desc(invoices.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(invoices, fits(db, filter)),
  ])
}

export const countWaiting = async (db: Db): Promise<{ pending: number; correcting: number }> => {
  const rows = await db
    .select({ state: invoices.state, number: count() })
    .from(invoices)
    .where(inArray(invoices.state, ['pending', 'correcting']))
    .groupBy(invoices.state)
  const of = (state: InvoiceState) => rows.find((row) => row.state === state)?.number ?? 0
  return { pending: of('pending'), correcting: of('correcting') }
}

/** Invoices that were never issued and those whose time of keeping is over, by id. */
export const listOld = async (
  db: Db,
  before: { readonly unissued: Date; readonly issued: Date },
  after: number,
  limit: number,
): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        gt(invoices.id, after),
        or(
          and(inArray(invoices.state, ['rejected', 'cancelled']), lt(invoices.updatedAt, before.unissued)),
          and(inArray(invoices.state, ['issued', 'corrected']), lt(invoices.updatedAt, before.issued)),
        ),
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(limit)

export const deleteInvoice = async (db: Db | Tx, invoiceId: number): Promise<void> => {
  await db.delete(invoices).where(eq(invoices.id, invoiceId))
}

/** Requests of an account that never became a document. */
export const listUnissued = (tx: Tx, userId: number): Promise<InvoiceRow[]> =>
  tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), inArray(invoices.state, ['pending', 'rejected', 'cancelled'])))

/**
 * Titles and requests go with the account. Issued invoices are tax documents: name, tax number, amount and PDF stay, without
 * the account and the ways of contact.
 */
export const eraseInvoices = async (tx: Tx, userId: number): Promise<void> => {
  await tx.delete(invoiceTitles).where(eq(invoiceTitles.userId, userId))
  for (const { id } of await listUnissued(tx, userId)) await deleteInvoice(tx, id)
  const emptied = { address: '', phone: '', bankName: '', bankAccount: '' }
  await tx
    .update(invoices)
    .set({ userId: null, title: sql`${invoices.title} || ${JSON.stringify(emptied)}::jsonb` })
    .where(and(eq(invoices.userId, userId), isNotNull(invoices.issuedAt)))
}
