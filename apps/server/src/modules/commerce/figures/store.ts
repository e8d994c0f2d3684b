import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { orders } from '../../../tables/orders.ts'

/** Orders that have not ended. */
export const countOpenOrders = (db: Db, userId: number): Promise<number> =>
  db.$count(orders, and(eq(orders.userId, userId), inArray(orders.state, ['pending', 'paid', 'refunding'])))
