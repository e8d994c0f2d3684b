import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database.ts'
import { goodsConfigurations, zoneStock } from '../tables/catalogue.ts'
import { zones } from '../tables/devices.ts'

interface Stock {
  readonly capacity: number
  /** Phones rented by other users. */
  readonly rented: number
}

const PLENTY: Stock = { capacity: 200, rented: 0 }
const ENOUGH: Stock = { capacity: 120, rented: 84 }
const FEW: Stock = { capacity: 80, rented: 71 }
const NONE: Stock = { capacity: 60, rented: 60 }

/** Zones with limited stock; each configuration takes the next of these. */
const scarce: Readonly<Record<string, readonly Stock[]>> = {
  chengdu: [ENOUGH, PLENTY, ENOUGH],
  wuhan: [FEW, ENOUGH],
  xian: [ENOUGH, NONE, FEW],
}

/** Adds stock of every configuration to every zone that has none of it. */
export const seedStock = async (tx: Tx): Promise<void> => {
  const missing = await tx
    .select({ zoneId: zones.id, code: zones.code, configId: goodsConfigurations.id })
    .from(zones)
    .innerJoin(goodsConfigurations, sql`true`)
    .leftJoin(zoneStock, and(eq(zoneStock.zoneId, zones.id), eq(zoneStock.configId, goodsConfigurations.id)))
    .where(sql`${zoneStock.configId} is null`)
    .orderBy(asc(zones.id), asc(goodsConfigurations.id))
  if (missing.length === 0) return
  await tx.insert(zoneStock).values(
    missing.map(({ zoneId, code, configId }) => {
      const quantities = scarce[code] ?? [PLENTY]
      return { zoneId, configId, ...(quantities[configId % quantities.length] ?? PLENTY) }
    }),
  )
}
