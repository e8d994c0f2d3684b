import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { next } from '@yunji/contract/machine'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orderItems, type orders } from '../../../tables/orders.ts'
import { renewalHolds } from '../../../tables/renewals.ts'
import { type DeviceRow, extendDevice } from '../../devices/fleet/index.ts'
import { finishOrder, revertItems } from '../orders/index.ts'
import { refundPart } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { splitPayment } from './split-payment.ts'

const HOUR_MS = 3_600_000
const GONE = '设备已释放或已变更，款项原路退回'

type OrderRow = typeof orders.$inferSelect
type RenewDeps = Pick<FulfilmentDeps, 'clock' | 'outbox' | 'jobs'>

/**
 * The time that was paid for, in one transaction with what each device has cost. A device that has gone since is paid
 * back, and the others are renewed; one that is being changed is waited for, because the change carries the value of the
 * time that it began with. Whoever calls holds the order.
 */
export const renewDevices = async (deps: RenewDeps, tx: Tx, order: OrderRow): Promise<void> => {
  const now = deps.clock.now()
  const renewals = order.purchase.renewals ?? []
  const items = await listItems(tx, order.id)
  const found = await lockDevices(
    tx,
    renewals.map(({ deviceId }) => deviceId),
  )
  const changing = found.find(({ state }) => state === 'changingConfiguration')
  if (changing) throw new Error(`device ${changing.id} is being changed: order ${order.id} waits for it`)
  const byId = new Map(found.map((device) => [device.id, device]))
  const paid = splitPayment(
    order.payableCents,
    renewals.map(({ productId }) => items.get(productId)?.unitPriceCents ?? 0),
  )
  const lost: number[] = []
  for (const [index, { deviceId, productId }] of renewals.entries()) {
    const product = items.get(productId)?.product
    const paidCents = paid[index] ?? 0
    if (!product) throw new Error(`order ${order.id} renews device ${deviceId} by nothing`)
    const device = byId.get(deviceId)
    const boughtMs = product.goodTimeHours * HOUR_MS
    const paidAt = order.paidAt ?? now
    const isRenewed = device !== undefined && canRenew(device, order, product)
    const { startsAt } = isRenewed
      ? await extendDevice(tx, device, { productId, boughtMs, paidAt }, now)
      : { startsAt: paidAt }
    const returnedAt = isRenewed ? null : now
    const bought = { paidCents, boughtSeconds: boughtMs / 1000, startsAt, returnedAt }
    await tx.insert(orderDevices).values({ orderId: order.id, deviceId, productId, ...bought })
    if (isRenewed) continue
    lost.push(productId)
    const key = `order:${order.id}:device:${deviceId}:refund`
    await refundPart(tx, deps, order, { key, amountCents: paidCents, deviceId }, now)
  }
  await tx.delete(renewalHolds).where(eq(renewalHolds.orderId, order.id))
  await revertItems(tx, order, lost)
  await finishOrder(tx, deps, order.id, now, { failure: GONE, isOurFault: false })
}

/** Still its buyer's, still what was priced, and not gone. */
const canRenew = (
  { ownerId, isMetered, configId, state }: DeviceRow,
  { userId }: OrderRow,
  product: typeof billableProducts.$inferSelect,
): boolean =>
  ownerId === userId && !isMetered && configId === product.configId && next(deviceMachine, state, 'renew').ok

const listItems = async (tx: Tx, orderId: number) => {
  const rows = await tx
    .select({ unitPriceCents: orderItems.unitPriceCents, product: billableProducts })
    .from(orderItems)
    .innerJoin(billableProducts, eq(billableProducts.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
  return new Map(rows.map((row) => [row.product.id, row]))
}
