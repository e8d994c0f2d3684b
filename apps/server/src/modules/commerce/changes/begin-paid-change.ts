import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { listOffers, rentReservedStock } from '../catalogue/index.ts'
import type { LockedOrder } from '../orders/index.ts'
import { failAndRefundOrder } from '../refunds/index.ts'
import { beginChange } from './begin-change.ts'
import type { ChangeDeps, RefundingDeps } from './deps.ts'
import { hasValue } from './remaining-value.ts'
import { findItem, hasChangeOfOrder } from './store.ts'

type Deps = Pick<ChangeDeps, 'clock' | 'tasks'> & RefundingDeps

/** Since the payment. The new time runs from the quote, so a change that cannot begin by then is refunded. */
const BEGIN_WITHIN_MS = 10 * MINUTE_MS
const CHANGED = '设备状态已变化，无法变更配置，款项原路退回'

/** Begins a paid change; the order fails and is refunded when the device is no longer what it was priced as. */
export const beginPaidChange = async (deps: Deps, tx: Tx, order: LockedOrder): Promise<void> => {
  const { id: orderId, userId, purchase, creditCents, payableCents, paidAt } = order
  if (await hasChangeOfOrder(tx, orderId)) return
  const now = deps.clock.now()
  const [device] = await lockDevices(tx, purchase.deviceIds ?? [])
  const item = await findItem(tx, orderId)
  const [offer] = await listOffers(tx, { userId, now }, item ? [item.productId] : [])
  const price = offer?.price
  const isGone = !device || device.ownerId !== userId || device.state === 'released'
  const isOver = isGone || device.state === 'expired' || device.expiresAt <= now
  const isBusy = device && !nextStep(deviceMachine, device.state, 'changeConfiguration').ok
  const isTooLate = now.getTime() - (paidAt?.getTime() ?? 0) >= BEGIN_WITHIN_MS
  const quotedAt = new Date(purchase.quotedAt ?? 0)
  const isAsQuoted = device && (await hasValue(tx, device.id, quotedAt, creditCents))
  const isAnother = isOver || !isAsQuoted || device.configId === price?.configId
  if (isAnother || isTooLate || !price || !item) {
    const isOurFault = !isAnother && (!isBusy || device.state === 'faulty')
    return failAndRefundOrder(deps, tx, order, CHANGED, isOurFault)
  }
  if (isBusy) {
    throw new Error(`device ${device.id} is busy: order ${orderId} waits for it`)
  }
  await rentReservedStock(tx, orderId)
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
