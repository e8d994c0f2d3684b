import { and, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices, zones } from '../../../tables/devices.ts'

/** A device with what it is rented as. */
export interface OwnDevice {
  readonly device: typeof devices.$inferSelect
  readonly zoneName: string
  readonly configuration: typeof goodsConfigurations.$inferSelect | null
  readonly good: typeof goods.$inferSelect | null
}

/** Nothing of a device that is somebody else's, or gone. */
export const findOwn = async (db: Db | Tx, userId: number, deviceId: number): Promise<OwnDevice | undefined> => {
  const [found] = await db
    .select({ device: devices, zoneName: zones.name, configuration: goodsConfigurations, good: goods })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .leftJoin(goodsConfigurations, eq(goodsConfigurations.id, devices.configId))
    .leftJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(and(eq(devices.id, deviceId), eq(devices.ownerId, userId), ne(devices.state, 'released')))
  return found
}
