import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, eq, inArray, not } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices, zones } from '../../../tables/devices.ts'
import { listPrices } from '../catalogue/index.ts'

const MONTH_HOURS = 30 * 24
const HOUR_MS = 3_600_000

/** States in which a device is there for its owner: not before it came up, and not once its beans ran out. */
const ABSENT = ['creating', 'expired', 'released', 'faulty'] as const

export const listMetered = (db: Db | Tx, userId: number) =>
  db
    .select({
      device: devices,
      configuration: goodsConfigurations,
      good: goods,
      zoneName: zones.name,
      hourCents: billableProducts.priceCents,
    })
    .from(devices)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, devices.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .innerJoin(billableProducts, eq(billableProducts.id, devices.productId))
    .where(and(eq(devices.ownerId, userId), devices.isMetered, not(inArray(devices.state, [...ABSENT]))))
    .orderBy(asc(devices.id))

/** A month of each configuration that these devices are of. */
export const listMonths = async (
  db: Db | Tx,
  userId: number,
  metered: Awaited<ReturnType<typeof listMetered>>,
  now: Date,
): Promise<GoodsPrice[]> => {
  const configIds = [...new Set(metered.map(({ configuration }) => configuration.id))]
  if (configIds.length === 0) return []
  const isMonth = and(
    inArray(billableProducts.configId, configIds),
    not(billableProducts.isMetered),
    eq(billableProducts.goodTimeHours, MONTH_HOURS),
  )
  return listPrices(db, { userId, now }, isMonth)
}

/** The month begins with the payment; what is left of the hour that was paid for in beans comes on top of it. */
export const monthEnd = (paidUntil: Date, paidAt: Date, hours: number): Date =>
  later(paidUntil > paidAt ? paidUntil : paidAt, hours * HOUR_MS)
