import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database.ts'
import { goodsConfigurations, zoneStock } from '../tables/catalogue.ts'
import { zones } from '../tables/devices.ts'

interface Stock {
  readonly capacity: number
  /** Phones that others have rented. */
  readonly rented: number
}

const PLENTY: Stock = { capacity: 200, rented: 0 }
const ENOUGH: Stock = { capacity: 120, rented: 84 }
const FEW: Stock = { capacity: 80, rented: 71 }
const NONE: Stock = { capacity: 60, rented: 60 }

/** Zones that are not full of everything; each gives the next configuration the next of these. */
const scarce: Readonly<Record<string, readonly Stock[]>> = {
  chengdu: [ENOUGH, PLENTY, ENOUGH],
  wuhan: [FEW, ENOUGH],
  xian: [ENOUGH, NONE, FEW],
}

/** Stock of everything that is sold, in every zone that has none of it yet. */
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
      const turns = scarce[code] ?? [PLENTY]
      return { zoneId, configId, ...(turns[configId % turns.length] ?? PLENTY) }
    }),
  )
}
