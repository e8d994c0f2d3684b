import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { devices } from '../../tables/devices.ts'

/** Gives each new phone of somebody a name of its own: what it was sold as, with a number where they have such a one. */
export const phoneNames = async (tx: Tx, ownerId: number): Promise<(goodsName: string) => string> => {
  const own = await tx
    .select({ name: devices.name })
    .from(devices)
    .where(and(eq(devices.ownerId, ownerId), ne(devices.state, 'released')))
  const taken = new Set(own.map(({ name }) => name))
  return (goodsName) => {
    let name = goodsName
    for (let number = 2; taken.has(name); number += 1) name = `${goodsName} ${String(number).padStart(2, '0')}`
    taken.add(name)
    return name
  }
}
