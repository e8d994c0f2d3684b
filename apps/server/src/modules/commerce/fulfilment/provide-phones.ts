import type { Tx } from '../../../platform/database.ts'
import { rentReservedStock } from '../catalogue/index.ts'
import { splitAmount } from '../ledger/index.ts'
import type { LockedOrder } from '../orders/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { insertPhones, type SoldPhone } from './insert-phones.ts'
import { createPhoneNamer } from './phone-names.ts'
import { findGroup, insertShares, listItems } from './store.ts'

const HOUR_SECONDS = 3600

interface BoughtPhone extends SoldPhone {
  readonly goodsName: string
  readonly unitPriceCents: number
}

/** Creates the phones of a paid order: devices, their shares and one task; the reserved stock becomes rented. */
export const providePhones = async ({ clock, tasks }: FulfilmentDeps, tx: Tx, order: LockedOrder): Promise<void> => {
  const now = clock.now()
  const { id: orderId, userId: ownerId, purchase } = order
  const phones = await listBoughtPhones(tx, orderId)
  const paid = splitAmount(
    order.payableCents,
    phones.map(({ unitPriceCents }) => unitPriceCents),
  )
  const groupId = await findGroup(tx, ownerId, purchase.groupId)
  const nameOf = await createPhoneNamer(tx, ownerId)
  const zoneId = purchase.zoneId ?? 0
  // Numbered by the order, so that a repeated run requests the same phones from the supplier.
  const placed = phones.map(({ goodsName, ...phone }, index) => {
    return { ...phone, name: nameOf(goodsName), ownerId, groupId, zoneId, phoneId: `order-${orderId}-${index + 1}` }
  })
  const made = await insertPhones(tx, placed, now)
  const shares = made.map((device, index) => ({
    orderId,
    deviceId: device.id,
    productId: device.productId ?? 0,
    paidCents: paid[index] ?? 0,
    boughtSeconds: (phones[index]?.product.goodTimeHours ?? 0) * HOUR_SECONDS,
    startsAt: now,
  }))
  await insertShares(tx, shares)
  await tasks.begin(tx, { kind: 'create', ownerId, devices: made.map((device) => ({ device, before: device.state })) })
  // Last, because other buyers of the same configuration wait for this row.
  await rentReservedStock(tx, orderId)
}

const listBoughtPhones = async (tx: Tx, orderId: number): Promise<BoughtPhone[]> =>
  (await listItems(tx, orderId)).flatMap(({ item, product, configuration, goods: { name, goodsLevel } }) =>
    Array.from({ length: item.quantity }, () => ({
      product,
      configuration,
      goodsName: name,
      goodsLevel,
      unitPriceCents: item.unitPriceCents,
    })),
  )
