import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { buttonsOf } from '../../devices/fleet/index.ts'
import { carryRemainingValue, monthEnd } from '../changes/index.ts'
import { splitAmount } from '../ledger/index.ts'
import { finishOrder, type LockedOrder, revertItems } from '../orders/index.ts'
import { refundPart } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { type DeviceRow, insertShare, listItems, type ProductRow, updateDevice } from './store.ts'

/**
 * Ends the metering of the devices of a paid order. A device that was released or changed since is refunded, and the others
 * become monthly.
 */
export const convertToMonthly = async (
  deps: Pick<FulfilmentDeps, 'clock' | 'outbox' | 'jobs'>,
  tx: Tx,
  order: LockedOrder,
): Promise<void> => {
  const now = deps.clock.now()
  const deviceIds = order.purchase.deviceIds ?? []
  const found = new Map((await lockDevices(tx, deviceIds)).map((device) => [device.id, device]))
  const [item] = await listItems(tx, order.id)
  if (!item) throw new Error(`order ${order.id} is for no month`)
  const { product: month, configuration } = item
  const buttons = await buttonsOf(tx, configuration, false)
  const paid = splitAmount(
    order.payableCents,
    deviceIds.map(() => month.priceCents),
  )
  const lost: number[] = []
  for (const [index, deviceId] of deviceIds.entries()) {
    const device = found.get(deviceId)
    const paidCents = paid[index] ?? 0
    const isConverted = device !== undefined && canConvert(device, order, month)
    const startsAt = order.paidAt ?? now
    const expiresAt = monthEnd(isConverted ? device.expiresAt : startsAt, startsAt, month.goodTimeHours)
    if (isConverted) {
      await carryRemainingValue(tx, deviceId, now)
      await updateDevice(tx, deviceId, { isMetered: false, productId: month.id, expiresAt, buttons })
    }
    const boughtSeconds = Math.floor((expiresAt.getTime() - startsAt.getTime()) / 1000)
    const share = { paidCents, boughtSeconds, startsAt, returnedAt: isConverted ? null : now }
    await insertShare(tx, { orderId: order.id, deviceId, productId: month.id, ...share })
    if (isConverted) continue
    lost.push(month.id)
    const key = `order:${order.id}:device:${deviceId}:refund`
    await refundPart(tx, deps, order, { key, amountCents: paidCents, deviceId }, now)
  }
  await revertItems(tx, order, lost)
  await finishOrder(tx, deps, order, now, { failure: '设备已不再按时计费，款项原路退回', isOurFault: false })
}

const canConvert = (
  { ownerId, isMetered, configId, state }: DeviceRow,
  { userId }: LockedOrder,
  month: ProductRow,
): boolean =>
  ownerId === userId && isMetered && configId === month.configId && state !== 'released' && state !== 'expired'
