import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/errors.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { createTransactionQueue } from '../../../platform/transaction-queue.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { stockReservations } from '../../../tables/orders.ts'

/** Some phones of a configuration in a zone. */
export interface StockQuantity {
  readonly zoneId: number
  readonly configId: number
  readonly quantity: number
}

interface Parameters {
  readonly zone: string
  readonly config: string
  readonly quantity: string
}

/** A statement that reserves a quantity when enough is left, to be used inside another; parameters by their names. */
export const takeStockSql = ({ zone, config, quantity }: Parameters): string =>
  `update zone_stock set reserved = reserved + ${quantity}::int
   where zone_id = ${zone} and config_id = ${config} and capacity - reserved - rented >= ${quantity}
     and exists (select from zones where zones.id = zone_stock.zone_id and zones.is_open)
   returning zone_id, config_id`

/** One statement: a foreign key checked before the update would be one more lock on a contended row. */
const RESERVE = {
  name: 'stock-reserve',
  text: `with taken as (${takeStockSql({ zone: '$1', config: '$2', quantity: '$3' })})
    insert into stock_reservations (order_id, zone_id, config_id, quantity)
    select $4, zone_id, config_id, $3 from taken returning order_id`,
}

const queueTransaction = createTransactionQueue()

/** Waits until no other transaction of this process works on the same stock row. */
export const queueForStock = (tx: Tx, { zoneId, configId }: StockQuantity): Promise<void> =>
  queueTransaction(tx, `${zoneId} ${configId}`)

/**
 * Reserves stock for an order, or nothing. The `where` holds what is left, so of two buyers of the last phone exactly one
 * gets it; rows are always locked in the same order, so two large orders do not deadlock.
 */
export const reserveStock = async (tx: Tx, orderId: number, parts: readonly StockQuantity[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    const { zoneId, configId, quantity } = part
    await queueForStock(tx, part)
    const [taken] = await query(tx, RESERVE, [zoneId, configId, quantity, orderId])
    if (!taken) throw new AppError('OUT_OF_STOCK', { data: { zoneId, configId } })
  }
}

const deleteReservations = (tx: Tx, orderId: number): Promise<StockQuantity[]> =>
  tx.delete(stockReservations).where(eq(stockReservations.orderId, orderId)).returning()

/** Ends an order's reservations; the stock can be sold again. */
export const releaseStock = async (tx: Tx, orderId: number): Promise<void> => {
  for (const part of inOrder(await deleteReservations(tx, orderId))) {
    await tx
      .update(zoneStock)
      .set({ reserved: sql`${zoneStock.reserved} - ${part.quantity}` })
      .where(isStockOf(part))
  }
}

/** Turns an order's reservations into rented stock. */
export const rentReservedStock = async (tx: Tx, orderId: number): Promise<void> => {
  for (const part of inOrder(await deleteReservations(tx, orderId))) {
    await tx
      .update(zoneStock)
      .set({
        reserved: sql`${zoneStock.reserved} - ${part.quantity}`,
        rented: sql`${zoneStock.rented} + ${part.quantity}`,
      })
      .where(isStockOf(part))
  }
}

/** Rents stock that no order has reserved, and leaves some, or nothing. */
export const rentUnreservedStock = async (tx: Tx, part: StockQuantity, leaves = 0): Promise<void> => {
  const { zoneId, configId, quantity } = part
  const left = sql`${zoneStock.capacity} - ${zoneStock.reserved} - ${zoneStock.rented}`
  const [taken] = await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} + ${quantity}` })
    .where(and(isStockOf(part), isForSale, gte(left, quantity + leaves)))
    .returning({ zoneId: zoneStock.zoneId })
  if (!taken) throw new AppError('OUT_OF_STOCK', { data: { zoneId, configId } })
}

export const returnStock = async (tx: Tx, part: StockQuantity): Promise<void> => {
  await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} - ${part.quantity}` })
    .where(isStockOf(part))
}

/** The zone with the most stock of a configuration; refused when no zone has the quantity (1017). */
export const getZoneWithMostStock = async (tx: Tx, configId: number, quantity: number): Promise<number> => {
  const left = sql`${zoneStock.capacity} - ${zoneStock.reserved} - ${zoneStock.rented}`
  const [zone] = await tx
    .select({ zoneId: zoneStock.zoneId })
    .from(zoneStock)
    .where(and(eq(zoneStock.configId, configId), isForSale, gte(left, quantity)))
    .orderBy(sql`${left} desc`, asc(zoneStock.zoneId))
    .limit(1)
  if (!zone) throw new AppError('OUT_OF_STOCK')
  return zone.zoneId
}

const isForSale = sql`exists (select from zones where zones.id = ${zoneStock.zoneId} and zones.is_open)`

const isStockOf = ({ zoneId, configId }: StockQuantity) =>
  and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId))

const inOrder = (parts: readonly StockQuantity[]): readonly StockQuantity[] =>
  parts.toSorted((a, b) => a.zoneId - b.zoneId || a.configId - b.configId)
