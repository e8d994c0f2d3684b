import type { Tx } from '../../../platform/database.ts'
import { listDeviceNames } from './store.ts'

/** Returns names for new phones: the name of the goods, with a number when the owner has a device of that name. */
export const createPhoneNamer = async (tx: Tx, ownerId: number): Promise<(goodsName: string) => string> => {
  const taken = new Set(await listDeviceNames(tx, ownerId))
  /** Last number given out, by goods: smaller ones are taken. */
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
