import { and, eq, gte, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { zoneStock } from '../../tables/catalogue.ts'

/** Some phones of a configuration in a zone. */
export interface StockPart {
  readonly zoneId: number
  readonly configId: number
  readonly quantity: number
}

/**
 * Takes phones out of what can be sold, or none at all. What is left stands in the `where`, so of two buyers of the last
 * phone exactly one gets it; parts are taken in one order, so that two big orders never wait for each other.
 */
export const reserveStock = async (tx: Tx, parts: readonly StockPart[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    const { zoneId, configId, quantity } = part
    const left = sql`${zoneStock.capacity} - ${zoneStock.reserved} - ${zoneStock.rented}`
    const [taken] = await tx
      .update(zoneStock)
      .set({ reserved: sql`${zoneStock.reserved} + ${quantity}` })
      .where(and(isPlace(part), gte(left, quantity)))
      .returning({ zoneId: zoneStock.zoneId })
    if (!taken) throw new AppError('OUT_OF_STOCK', { data: { zoneId, configId } })
  }
}

export const freeStock = async (tx: Tx, parts: readonly StockPart[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    await tx
      .update(zoneStock)
      .set({ reserved: sql`${zoneStock.reserved} - ${part.quantity}` })
      .where(isPlace(part))
  }
}

/** What was reserved is rented out now. */
export const rentStock = async (tx: Tx, parts: readonly StockPart[]): Promise<void> => {
  for (const part of inOrder(parts)) {
    await tx
      .update(zoneStock)
      .set({
        reserved: sql`${zoneStock.reserved} - ${part.quantity}`,
        rented: sql`${zoneStock.rented} + ${part.quantity}`,
      })
      .where(isPlace(part))
  }
}

const isPlace = ({ zoneId, configId }: StockPart) => and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId))

const inOrder = (parts: readonly StockPart[]): readonly StockPart[] =>
  parts.toSorted((a, b) => a.zoneId - b.zoneId || a.configId - b.configId)
