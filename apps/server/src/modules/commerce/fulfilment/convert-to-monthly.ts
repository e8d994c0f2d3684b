import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { billableProducts, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orderItems, type orders } from '../../../tables/orders.ts'
import { buttonsOf } from '../../devices/fleet/index.ts'
import { carryRemainingValue, monthEnd } from '../changes/index.ts'
import { finishOrder, revertItems } from '../orders/index.ts'
import { refundPart } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { splitPayment } from './split-payment.ts'

type OrderRow = typeof orders.$inferSelect
type DeviceRow = typeof devices.$inferSelect
type Month = typeof billableProducts.$inferSelect

/**
 * Ends the metering of devices whose month is paid for. One that has gone or changed since is paid back, and the others
 * become monthly. Whoever calls holds the order.
 */
export const convertToMonthly = async (
  deps: Pick<FulfilmentDeps, 'clock' | 'outbox' | 'jobs'>,
  tx: Tx,
  order: OrderRow,
): Promise<void> => {
  const now = deps.clock.now()
  const deviceIds = order.purchase.deviceIds ?? []
  const found = new Map((await lockDevices(tx, deviceIds)).map((device) => [device.id, device]))
  const [item] = await tx
    .select({ month: billableProducts, configuration: goodsConfigurations })
    .from(orderItems)
    .innerJoin(billableProducts, eq(billableProducts.id, orderItems.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .where(eq(orderItems.orderId, order.id))
  if (!item) throw new Error(`order ${order.id} is for no month`)
  const { month, configuration } = item
  const buttons = await buttonsOf(tx, configuration, false)
  const paid = splitPayment(
    order.payableCents,
    deviceIds.map(() => month.priceCents),
  )
  const lost: number[] = []
  for (const [index, deviceId] of deviceIds.entries()) {
    const device = found.get(deviceId)
    const paidCents = paid[index] ?? 0
    const isIt = device !== undefined && canConvert(device, order, month)
    const startsAt = order.paidAt ?? now
    const expiresAt = monthEnd(isIt ? device.expiresAt : startsAt, startsAt, month.goodTimeHours)
    if (isIt) {
      await carryRemainingValue(tx, deviceId, now)
      await tx
        .update(devices)
        .set({ isMetered: false, productId: month.id, expiresAt, buttons })
        .where(eq(devices.id, deviceId))
    }
    const boughtSeconds = Math.floor((expiresAt.getTime() - startsAt.getTime()) / 1000)
    const share = { paidCents, boughtSeconds, startsAt, returnedAt: isIt ? null : now }
    await tx.insert(orderDevices).values({ orderId: order.id, deviceId, productId: month.id, ...share })
    if (isIt) continue
    lost.push(month.id)
    const key = `order:${order.id}:device:${deviceId}:refund`
    await refundPart(tx, deps, order, { key, amountCents: paidCents, deviceId }, now)
  }
  await revertItems(tx, order, lost)
  await finishOrder(tx, deps, order.id, now, { failure: '设备已不再按时计费，款项原路退回', isOurFault: false })
}

const canConvert = ({ ownerId, isMetered, configId, state }: DeviceRow, { userId }: OrderRow, month: Month): boolean =>
  ownerId === userId && isMetered && configId === month.configId && state !== 'released' && state !== 'expired'
