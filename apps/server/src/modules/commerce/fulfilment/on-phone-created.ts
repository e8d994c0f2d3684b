import type { Tx } from '../../../platform/database.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { releaseDevice } from '../../devices/fleet/index.ts'
import { finishOrder, type LockedOrder, lockOrderOfDevice, revertItems } from '../orders/index.ts'
import { refundPart } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { markShareReturned } from './store.ts'

type Deps = Pick<FulfilmentDeps, 'clock' | 'outbox' | 'jobs'>

/**
 * Called when the task that creates a bought phone has ended. A phone that was not created is released and refunded at
 * once; the order is finished when none of its phones is being created any more.
 */
export const onPhoneCreated =
  (deps: Deps) =>
  async (tx: Tx, { device, state, isRefused }: PartEnd): Promise<void> => {
    const bought = await lockOrderOfDevice(tx, device.id)
    if (bought?.order.state !== 'paid') return
    if (state !== 'succeeded') await refundPhone(deps, tx, bought.order, bought.share, device, { hasPhone: !isRefused })
    await finishOrder(tx, deps, bought.order, deps.clock.now())
  }

/** Releases a phone that was not created and refunds its share of the order. */
export const refundPhone = async (
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  { paidCents: amountCents, productId }: { readonly paidCents: number; readonly productId: number },
  device: Pick<PartEnd['device'], 'id'>,
  phone?: { readonly hasPhone: boolean },
): Promise<void> => {
  const now = deps.clock.now()
  await releaseDevice(tx, deps.jobs, device.id, now, phone)
  await markShareReturned(tx, order.id, device.id, now)
  await revertItems(tx, order, [productId])
  const key = `order:${order.id}:device:${device.id}:refund`
  await refundPart(tx, deps, order, { key, amountCents, deviceId: device.id }, now)
}
