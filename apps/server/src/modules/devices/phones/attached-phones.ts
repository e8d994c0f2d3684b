import type { AttachedPhones } from '../../../platform/attached-phones.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { PhoneAddress } from '../../../platform/supplier.ts'
import {
  addUnit,
  claimPhone,
  deletePhone,
  findClaimed,
  isAnyAttached,
  isAnyErasing,
  listAddresses,
  listClaimed,
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

/** Longer than a restart, and shorter than an order waits for its phone. */
const ERASING_MAY_FAIL_MS = 2 * MINUTE_MS

/**
 * Records a failed try to erase a phone, from its beginning to now. After some minutes of failures its unit leaves the stock
 * until it is empty: nobody buys a phone that nobody can get.
 */
export const recordEraseFailure = (
  { db }: Database,
  phoneId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    const phone = await lockAfterPlace(tx, phoneId)
    if (!phone?.isErasing) return
    const unerasedSince = phone.unerasedSince ?? from
    await updatePhone(tx, phone.id, { unerasedSince })
    const isOverdue = to.getTime() - unerasedSince.getTime() >= ERASING_MAY_FAIL_MS
    if (isOverdue && phone.isCounted) await withdrawUnit(tx, phone)
  })

const FREE = { phoneId: null, isErasing: false, unerasedSince: null, misses: 0, unreachableSince: null } as const

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
      await updatePhone(tx, phone.id, FREE)
      await withdrawIfDraining(tx, phone)
      if (phone.stockState === 'inStock' && !phone.isCounted) await addUnit(tx, phone)
    }),
  findAttached: async (phoneIds) => new Set(phoneIds.length > 0 ? await listClaimed(db, phoneIds) : []),
  listAddresses: () => listAddresses(db),
  isAny: () => isAnyAttached(db),
})
