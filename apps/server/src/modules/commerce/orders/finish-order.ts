import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { returnCoupon } from '../coupons/index.ts'
import { countDevices, countOpenRefunds, countRemainingDevices, sumRefundedCents } from './query-store.ts'
import { applyEvent, type LockedOrder, markRefunded } from './store.ts'

interface FinishDeps {
  readonly outbox: Outbox
}

export const markOrderFulfilled = async (tx: Tx, order: LockedOrder, now: Date): Promise<void> => {
  await applyEvent(tx, 'fulfil', order, { endedAt: now })
}

interface Failure {
  readonly failure: string
  readonly isOurFault: boolean
}

/**
 * Ends an order once none of its phones is still being created: fulfilled when at least one is left, refunded otherwise, and
 * then its coupon is returned too. The caller has refunded the phones that were not provided.
 */
export const finishOrder = async (
  tx: Tx,
  deps: FinishDeps,
  order: LockedOrder,
  now: Date,
  { failure, isOurFault }: Failure = { failure: '云手机未能创建，款项原路退回', isOurFault: true },
): Promise<void> => {
  const { creating, remaining } = await countDevices(tx, order.id)
  if (creating > 0) return
  const ended =
    remaining > 0
      ? await applyEvent(tx, 'fulfil', order, { endedAt: now })
      : await applyEvent(tx, 'fail', order, { failure })
  if (!ended) return
  if (remaining === 0) await returnCoupon(tx, order.id, now, isOurFault)
  await settleRefundedOrder(tx, deps, order, now)
}

/**
 * Ends an order when the last of its phones was returned early, and returns its coupon; a first price is not restored. The
 * caller has refunded the phones.
 */
export const settleReturnedDevices = async (tx: Tx, deps: FinishDeps, order: LockedOrder, now: Date): Promise<void> => {
  if ((await countRemainingDevices(tx, order.id)) === 0) {
    await applyEvent(tx, 'giveBack', order, { endedAt: null })
    await returnCoupon(tx, order.id, now, false)
  }
  await settleRefundedOrder(tx, deps, order, now)
}

/** Ends an order that is being refunded, and notifies its buyer of the sum, once no refund of it is open. */
export const settleRefundedOrder = async (
  tx: Tx,
  { outbox }: FinishDeps,
  order: LockedOrder,
  now: Date,
): Promise<void> => {
  const { id: orderId, userId, title: goodsName, payMethod } = order
  if ((await countOpenRefunds(tx, orderId)) > 0) return
  await markRefunded(tx, order, now)
  const amountCents = await sumRefundedCents(tx, orderId)
  if (amountCents === 0) return
  const key = `order-${orderId}-refunded-${amountCents}`
  const payload = { orderId, goodsName, amountCents, isBeans: payMethod === PayMethod.beans }
  await outbox.add(tx, { event: 'orderRefunded', userId, key, payload })
}
