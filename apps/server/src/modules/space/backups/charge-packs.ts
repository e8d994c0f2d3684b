import type { Tx } from '../../../platform/database.ts'
import { moveSpace, releaseSpace } from '../quota.ts'
import { type ChargedAs, findCharges, lockPacks, setCharge } from './pack-store.ts'

interface Change {
  readonly from: ChargedAs
  readonly to: ChargedAs | null
  readonly packIds: number[]
  bytes: number
}

/**
 * Charges packs anew after their backups have changed: to the space while a kept backup uses them, to the trash while
 * only trashed ones do, to nobody when none does; the sweep deletes those. Refused with 1026 or 1039 where a move does not fit.
 */
export const chargePacks = async (tx: Tx, userId: number, packIds: readonly number[], now: Date): Promise<void> => {
  if (packIds.length === 0) return
  const locked = await lockPacks(tx, packIds)
  const charges = await findCharges(tx, packIds)
  const changes = new Map<string, Change>()
  for (const { id, storedBytes, chargedAs: from } of locked) {
    const to = charges.get(id) ?? null
    if (from === null || from === to) continue
    const change = changes.get(`${from}>${to}`) ?? { from, to, packIds: [], bytes: 0 }
    change.packIds.push(id)
    change.bytes += storedBytes
    changes.set(`${from}>${to}`, change)
  }
  const releasedFirst = [...changes.values()].toSorted((a, b) => Number(a.to !== null) - Number(b.to !== null))
  for (const { from, to, packIds: ids, bytes } of releasedFirst) {
    if (to === null) await releaseSpace(tx, userId, from, bytes)
    else await moveSpace(tx, userId, { from, to, bytes }, now)
    await setCharge(tx, ids, to)
  }
}
