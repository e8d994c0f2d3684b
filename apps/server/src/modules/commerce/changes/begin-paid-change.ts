import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { next } from '@yunji/contract/machine'
import { eq } from 'drizzle-orm'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { orderItems, type orders, stockReservations } from '../../../tables/orders.ts'
import { listOffers, rentReservedStock } from '../catalogue/index.ts'
import { failOrder } from '../orders/index.ts'
import { beginChange } from './begin-change.ts'
import type { ChangeDeps, RefundingDeps } from './deps.ts'
import { hasValue } from './remaining-value.ts'

type Deps = Pick<ChangeDeps, 'clock' | 'tasks'> & RefundingDeps

/** The new time runs from the quote: a change that cannot begin so long after the payment is not made any more. */
const BEGIN_WITHIN_MS = 10 * MINUTE_MS
const CHANGED = '设备状态已变化，无法变更配置，款项原路退回'

/** Begins a change that is paid for, if the device is still what it was priced as. Whoever calls holds the order. */
export const beginPaidChange = async (deps: Deps, tx: Tx, order: typeof orders.$inferSelect): Promise<void> => {
  const { id: orderId, userId, purchase, creditCents, payableCents, paidAt } = order
  if ((await tx.$count(deviceChanges, eq(deviceChanges.orderId, orderId))) > 0) return
  const now = deps.clock.now()
  const [device] = await lockDevices(tx, purchase.deviceIds ?? [])
  const [item] = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  const [offer] = await listOffers(tx, { userId, now }, item ? [item.productId] : [])
  const price = offer?.price
  const isGone = !device || device.ownerId !== userId || device.state === 'released'
  const isOver = isGone || device.state === 'expired' || device.expiresAt <= now
  const isBusy = device && !next(deviceMachine, device.state, 'changeConfiguration').ok
  const isTooLate = now.getTime() - (paidAt?.getTime() ?? 0) >= BEGIN_WITHIN_MS
  const quotedAt = new Date(purchase.quotedAt ?? 0)
  const isAsQuoted = device && (await hasValue(tx, device.id, quotedAt, creditCents))
  const isAnother = isOver || !isAsQuoted || device.configId === price?.configId
  if (isAnother || isTooLate || !price || !item) {
    const isOurFault = !isAnother && (!isBusy || device.state === 'faulty')
    return failOrder(deps, tx, order, CHANGED, isOurFault)
  }
  if (isBusy) {
    throw new Error(`device ${device.id} is busy: order ${orderId} waits for it`)
  }
  await rentReservedStock(
    tx,
    await tx.delete(stockReservations).where(eq(stockReservations.orderId, orderId)).returning(),
  )
  await beginChange(deps, tx, {
    device,
    price: { ...price, firstPurchase: false, goodPrice: item.unitPriceCents },
    orderId,
    valueCents: creditCents,
    surplusCents: 0,
    paidCents: payableCents,
    quotedAt,
  })
}
