import { PayMethod } from '@yunji/contract/order/enums'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import type { PartEnd } from '../../platform/tasks/definition.ts'
import { orderDevices } from '../../tables/fulfilment.ts'
import { orders } from '../../tables/orders.ts'
import { releaseDevice } from '../devices/index.ts'
import { move } from '../ledger/index.ts'
import { finishOrder } from '../orders/index.ts'
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
    if (state !== 'succeeded') await takeBack(deps, tx, bought.order, bought.share, device)
    await finishOrder(tx, deps, bought.order.id, deps.clock.now())
  }

const takeBack = async (
  { clock, jobs }: Deps,
  tx: Tx,
  { id: orderId, userId, payMethod }: typeof orders.$inferSelect,
  { paidCents }: typeof orderDevices.$inferSelect,
  device: PartEnd['device'],
): Promise<void> => {
  const now = clock.now()
  await releaseDevice(tx, jobs(), device.id, now)
  await tx
    .update(orderDevices)
    .set({ returnedAt: now })
    .where(and(eq(orderDevices.orderId, orderId), eq(orderDevices.deviceId, device.id)))
  if (paidCents === 0) return
  const kind = payMethod === PayMethod.beans ? 'beans' : 'balance'
  const key = `order:${orderId}:device:${device.id}:refund`
  const to = { userId, kind } as const
  await move(
    tx,
    { key, reason: 'orderRefund', from: { kind: 'refunds' }, to, amountCents: paidCents, orderId, deviceId: device.id },
    now,
  )
}
