import { AUTO_RENEW_AHEAD_MS, AUTO_RENEW_LONGER_THAN_HOURS } from '@yunji/contract/commerce/renewal/rules'
import { and, eq, isNull } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { buttonsOf } from '../../devices/fleet/index.ts'
import { returnStock } from '../catalogue/index.ts'
import { failOrder, fulfilOrder } from '../orders/index.ts'
import type { RefundingDeps } from './deps.ts'
import { carryRemainingValue } from './remaining-value.ts'

type ChangeRow = typeof deviceChanges.$inferSelect

const FAILED = '配置未能变更，设备保持原样，款项原路退回'

/** A device has become another, or has stayed what it was: then its place and its money go back at once. */
export const onChangeEnded =
  (deps: RefundingDeps) =>
  async (tx: Tx, { device, state }: Pick<PartEnd, 'device' | 'state'>): Promise<void> => {
    const now = deps.clock.now()
    const [change] = await tx
      .update(deviceChanges)
      .set({ endedAt: now })
      .where(and(eq(deviceChanges.deviceId, device.id), isNull(deviceChanges.endedAt)))
      .returning()
    if (!change) return
    const hasChanged = state === 'succeeded'
    if (hasChanged) await applyChange(tx, change, now)
    const left = hasChanged ? change.fromConfigId : change.toConfigId
    await returnStock(tx, { zoneId: device.zoneId, configId: left, quantity: 1 })
    if (change.orderId !== null) await endOrder(deps, tx, change.orderId, change, hasChanged)
  }

const applyChange = async (tx: Tx, change: ChangeRow, now: Date): Promise<void> => {
  const { deviceId, productId, toConfigId, boughtSeconds, quotedAt: startsAt } = change
  const [target] = await tx
    .select({ configuration: goodsConfigurations, goodsLevel: goods.goodsLevel })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(goodsConfigurations.id, toConfigId))
  if (!target) throw new Error(`device ${deviceId} has become nothing`)
  const expiresAt = later(startsAt, boughtSeconds * 1000)
  await carryRemainingValue(tx, deviceId, now)
  await tx.update(deviceChanges).set({ startsAt }).where(eq(deviceChanges.id, change.id))
  const buttons = await buttonsOf(tx, target.configuration, false)
  await tx
    .update(devices)
    .set({ configId: toConfigId, productId, goodsLevel: target.goodsLevel, expiresAt, buttons })
    .where(eq(devices.id, deviceId))
  await updateAutoRenewal(tx, deviceId, productId, expiresAt)
}

/** What renews itself takes the new product from then on, where that may be taken by itself. */
const updateAutoRenewal = async (tx: Tx, deviceId: number, productId: number, expiresAt: Date): Promise<void> => {
  const [product] = await tx.select().from(billableProducts).where(eq(billableProducts.id, productId))
  const isIt = eq(autoRenewals.deviceId, deviceId)
  if ((product?.goodTimeHours ?? 0) <= AUTO_RENEW_LONGER_THAN_HOURS) {
    await tx.delete(autoRenewals).where(isIt)
    return
  }
  const nextTryAt = later(expiresAt, -AUTO_RENEW_AHEAD_MS)
  await tx.update(autoRenewals).set({ productId, nextTryAt, failure: '' }).where(isIt)
}

const endOrder = async (
  deps: RefundingDeps,
  tx: Tx,
  orderId: number,
  { deviceId, productId, paidCents, boughtSeconds, quotedAt }: ChangeRow,
  hasChanged: boolean,
): Promise<void> => {
  const now = deps.clock.now()
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (order?.state !== 'paid') return
  if (!hasChanged) return failOrder(deps, tx, order, FAILED)
  // What it is still worth is counted by the change itself, which also holds the credit.
  const share = { paidCents, boughtSeconds, startsAt: quotedAt, carriedAt: now }
  await tx.insert(orderDevices).values({ orderId, deviceId, productId, ...share })
  await fulfilOrder(tx, orderId, now)
}
