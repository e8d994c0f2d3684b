import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { extendDevice } from '../../devices/fleet/index.ts'
import { splitAmount } from '../ledger/index.ts'
import { finishOrder, type LockedOrder, revertItems } from '../orders/index.ts'
import { refundPart } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { type DeviceRow, deleteRenewalHolds, insertShare, listItems, type ProductRow } from './store.ts'

const HOUR_MS = 3_600_000
const GONE = '设备已释放或已变更，款项原路退回'

type RenewDeps = Pick<FulfilmentDeps, 'clock' | 'outbox' | 'jobs'>

/**
 * Extends the devices of a paid renewal and stores their shares. A device that was released or changed since is refunded and
 * the others are renewed. Throws while a device is being changed, so that the job retries: the change carries the value that
 * it began with.
 */
export const renewDevices = async (deps: RenewDeps, tx: Tx, order: LockedOrder): Promise<void> => {
  const now = deps.clock.now()
  const renewals = order.purchase.renewals ?? []
  const items = new Map((await listItems(tx, order.id)).map((row) => [row.product.id, row]))
  const found = await lockDevices(
    tx,
    renewals.map(({ deviceId }) => deviceId),
  )
  const changing = found.find(({ state }) => state === 'changingConfiguration')
  if (changing) throw new Error(`device ${changing.id} is being changed: order ${order.id} waits for it`)
  const byId = new Map(found.map((device) => [device.id, device]))
  const paid = splitAmount(
    order.payableCents,
    renewals.map(({ productId }) => items.get(productId)?.item.unitPriceCents ?? 0),
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
    await insertShare(tx, { orderId: order.id, deviceId, productId, ...bought })
    if (isRenewed) continue
    lost.push(productId)
    const key = `order:${order.id}:device:${deviceId}:refund`
    await refundPart(tx, deps, order, { key, amountCents: paidCents, deviceId }, now)
  }
  await deleteRenewalHolds(tx, order.id)
  await revertItems(tx, order, lost)
  await finishOrder(tx, deps, order, now, { failure: GONE, isOurFault: false })
}

/** The buyer still owns the device, and it still has the configuration that was priced. */
const canRenew = (
  { ownerId, isMetered, configId, state }: DeviceRow,
  { userId }: LockedOrder,
  product: ProductRow,
): boolean =>
  ownerId === userId && !isMetered && configId === product.configId && nextStep(deviceMachine, state, 'renew').ok
