import type { AttachedPhones } from '../../../platform/attached-phones.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { PhoneAddress } from '../../../platform/supplier.ts'
import {
  claimPhone,
  deletePhone,
  findClaimed,
  isAnyAttached,
  isAnyErasing,
  lockClaimed,
  lockPlace,
  type PhoneRow,
  updatePhone,
  withdrawUnit,
} from './store.ts'

/** The phone of a claim, locked after its place; undefined when the claim is that of another kind of phone. */
const lockAfterPlace = async (tx: Tx, phoneId: string): Promise<PhoneRow | undefined> => {
  const known = await findClaimed(tx, phoneId)
  if (!known) return undefined
  await lockPlace(tx, known)
  return lockClaimed(tx, phoneId)
}

const addressOf = ({ resolvedHost: host, port }: PhoneRow): PhoneAddress => ({ host, port })

const withdrawIfDraining = async (tx: Tx, phone: PhoneRow): Promise<void> => {
  if (phone.stockState === 'draining' && phone.isCounted) await withdrawUnit(tx, phone)
}

/**
 * Runs in the transaction that frees a phone, before its unit is returned: the unit of a phone that is draining leaves the
 * stock, so that nobody buys it meanwhile.
 */
export const markErasing = async (tx: Tx, phoneId: string): Promise<void> => {
  const phone = await lockAfterPlace(tx, phoneId)
  if (!phone) return
  await updatePhone(tx, phone.id, { isErasing: true })
  await withdrawIfDraining(tx, phone)
}

export const createAttachedPhones = ({ db }: Database): AttachedPhones => ({
  async claim({ phoneId, zoneCode, configId }) {
    const own = await findClaimed(db, phoneId)
    if (own) return addressOf(own)
    if (configId === undefined) return null
    const claimed = await claimPhone(db, phoneId, zoneCode, configId)
    return claimed ?? ((await isAnyErasing(db, zoneCode, configId)) ? 'erasing' : null)
  },
  find: async (phoneId) => {
    const phone = await findClaimed(db, phoneId)
    return phone ? addressOf(phone) : null
  },
  release: (phoneId) =>
    db.transaction(async (tx) => {
      const phone = await lockAfterPlace(tx, phoneId)
      if (!phone) return
      if (phone.detachedAt) return deletePhone(tx, phone.id)
      await updatePhone(tx, phone.id, { phoneId: null, isErasing: false, misses: 0, unreachableSince: null })
      await withdrawIfDraining(tx, phone)
    }),
  isAny: () => isAnyAttached(db),
})
