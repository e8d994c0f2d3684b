import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { earlyReturns } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'

/** A device's share of an order. */
export interface DeviceShare {
  readonly order: typeof orders.$inferSelect
  readonly share: typeof orderDevices.$inferSelect
  readonly configId: number
}

/** Shares of these devices that were not refunded, by order. */
export const listDeviceShares = (db: Db | Tx, deviceIds: readonly number[]): Promise<DeviceShare[]> =>
  db
    .select({ order: orders, share: orderDevices, configId: billableProducts.configId })
    .from(orderDevices)
    .innerJoin(orders, eq(orders.id, orderDevices.orderId))
    .innerJoin(billableProducts, eq(billableProducts.id, orderDevices.productId))
    .where(and(inArray(orderDevices.deviceId, [...deviceIds]), isNull(orderDevices.returnedAt)))
    .orderBy(asc(orders.id))

export const countReturnsSince = (db: Db | Tx, userId: number, since: Date): Promise<number> =>
  db.$count(earlyReturns, and(eq(earlyReturns.userId, userId), gte(earlyReturns.returnedAt, since)))
