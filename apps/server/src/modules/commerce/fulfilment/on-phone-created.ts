import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'
import { releaseDevice } from '../../devices/fleet/index.ts'
import { finishOrder, revertItems } from '../orders/index.ts'
import { refundPart } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'

type Deps = Pick<FulfilmentDeps, 'clock' | 'outbox' | 'jobs'>

/**
 * A bought phone came up, or did not. What did not is given back at once and paid back as it was paid; the order is
 * fulfilled when every other phone of it has come up.
 */
export const onPhoneCreated =
  (deps: Deps) =>
  async (tx: Tx, { device, state }: PartEnd): Promise<void> => {
    const [bought] = await tx
      .select({ order: orders, share: orderDevices })
      .from(orderDevices)
      .innerJoin(orders, eq(orders.id, orderDevices.orderId))
      .where(and(eq(orderDevices.deviceId, device.id), isNull(orderDevices.returnedAt)))
      .for('update', { of: orders })
    if (bought?.order.state !== 'paid') return
    if (state !== 'succeeded') await refundPhone(deps, tx, bought.order, bought.share, device)
    await finishOrder(tx, deps, bought.order.id, deps.clock.now())
  }

/** A phone that did not come up: released, and paid back as it was paid. Whoever calls holds the order. */
export const refundPhone = async (
  deps: Deps,
  tx: Tx,
  order: typeof orders.$inferSelect,
  { paidCents: amountCents, productId }: Pick<typeof orderDevices.$inferSelect, 'paidCents' | 'productId'>,
  device: Pick<PartEnd['device'], 'id'>,
): Promise<void> => {
  const now = deps.clock.now()
  await releaseDevice(tx, deps.jobs(), device.id, now)
  await tx
    .update(orderDevices)
    .set({ returnedAt: now })
    .where(and(eq(orderDevices.orderId, order.id), eq(orderDevices.deviceId, device.id)))
  await revertItems(tx, order, [productId])
  const key = `order:${order.id}:device:${device.id}:refund`
  await refundPart(tx, deps, order, { key, amountCents, deviceId: device.id }, now)
}
