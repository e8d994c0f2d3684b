import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'

/** Gives each new phone of somebody a name of its own: what it was sold as, with a number where they have such a one. */
export const createPhoneNamer = async (tx: Tx, ownerId: number): Promise<(goodsName: string) => string> => {
  const own = await tx
    .select({ name: devices.name })
    .from(devices)
    .where(and(eq(devices.ownerId, ownerId), ne(devices.state, 'released')))
  const taken = new Set(own.map(({ name }) => name))
  /** The number behind the last name that was given, by goods: all smaller ones are taken. */
  const lastNumbers = new Map<string, number>()
  return (goodsName) => {
    let number = (lastNumbers.get(goodsName) ?? 0) + 1
    while (taken.has(nameOf(goodsName, number))) number += 1
    lastNumbers.set(goodsName, number)
    taken.add(nameOf(goodsName, number))
    return nameOf(goodsName, number)
  }
}

const nameOf = (goodsName: string, number: number): string =>
  number === 1 ? goodsName : `${goodsName} ${String(number).padStart(2, '0')}`
