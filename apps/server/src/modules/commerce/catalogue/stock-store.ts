import { and, eq, gte, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/errors.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { createTransactionQueue } from '../../../platform/transaction-queue.ts'
import { zoneStock } from '../../../tables/catalogue.ts'

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

/** Takes some if enough are left: a piece of a statement, with the names of its parameters. */
export const takeStockSql = ({ zone, config, quantity }: Parameters): string =>
  `update zone_stock set reserved = reserved + ${quantity}::int
   where zone_id = ${zone} and config_id = ${config} and capacity - reserved - rented >= ${quantity}
   returning zone_id, config_id`

/** Both at once: a reference that is checked before the stock is changed would be one more lock on a row that many want. */
const RESERVE = {
  name: 'stock-reserve',
  text: `with taken as (${takeStockSql({ zone: '$1', config: '$2', quantity: '$3' })})
    insert into stock_reservations (order_id, zone_id, config_id, quantity)
    select $4, zone_id, config_id, $3 from taken returning order_id`,
}

const queueTransaction = createTransactionQueue()

/** Before stock is taken that many may want at this moment. */
export const queueForStock = (tx: Tx, { zoneId, configId }: StockQuantity): Promise<void> =>
  queueTransaction(tx, `${zoneId} ${configId}`)

/**
 * Takes phones for an order out of what can be sold, or none at all. What is left stands in the `where`, so of two buyers
 * of the last phone exactly one gets it; parts are taken in one order, so that two big orders never wait for each other.
 */
export const reserveStock = async (tx: Tx, orderId: number, parts: readonly StockQuantity[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    const { zoneId, configId, quantity } = part
    await queueForStock(tx, part)
    const [taken] = await query(tx, RESERVE, [zoneId, configId, quantity, orderId])
    if (!taken) throw new AppError('OUT_OF_STOCK', { data: { zoneId, configId } })
  }
}

export const releaseStock = async (tx: Tx, parts: readonly StockQuantity[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    await tx
      .update(zoneStock)
      .set({ reserved: sql`${zoneStock.reserved} - ${part.quantity}` })
      .where(isStockOf(part))
  }
}

/** What was reserved is rented out now. */
export const rentReservedStock = async (tx: Tx, parts: readonly StockQuantity[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    await tx
      .update(zoneStock)
      .set({
        reserved: sql`${zoneStock.reserved} - ${part.quantity}`,
        rented: sql`${zoneStock.rented} + ${part.quantity}`,
      })
      .where(isStockOf(part))
  }
}

/** Rents out phones that no order has reserved, or none at all. */
export const rentUnreservedStock = async (tx: Tx, part: StockQuantity): Promise<void> => {
  const { zoneId, configId, quantity } = part
  const left = sql`${zoneStock.capacity} - ${zoneStock.reserved} - ${zoneStock.rented}`
  const [taken] = await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} + ${quantity}` })
    .where(and(isStockOf(part), gte(left, quantity)))
    .returning({ zoneId: zoneStock.zoneId })
  if (!taken) throw new AppError('OUT_OF_STOCK', { data: { zoneId, configId } })
}

/** What was rented out is there for others again. */
export const returnStock = async (tx: Tx, part: StockQuantity): Promise<void> => {
  await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} - ${part.quantity}` })
    .where(isStockOf(part))
}

const isStockOf = ({ zoneId, configId }: StockQuantity) =>
  and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId))

const inOrder = (parts: readonly StockQuantity[]): readonly StockQuantity[] =>
  parts.toSorted((a, b) => a.zoneId - b.zoneId || a.configId - b.configId)
