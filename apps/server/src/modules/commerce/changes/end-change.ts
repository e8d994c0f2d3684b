import { AUTO_RENEW_AHEAD_MS, AUTO_RENEW_LONGER_THAN_HOURS } from '@yunji/contract/commerce/renewal/rules'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { buttonsOf } from '../../devices/fleet/index.ts'
import { returnStock } from '../catalogue/index.ts'
import { lockOrder, markOrderFulfilled } from '../orders/index.ts'
import { failAndRefundOrder } from '../refunds/index.ts'
import type { RefundingDeps } from './deps.ts'
import {
  type ChangeRow,
  carryRemainingValue,
  deleteAutoRenewal,
  findConfiguration,
  findProduct,
  insertShare,
  markChangeEnded,
  setChangeStart,
  updateAutoRenewal,
  updateDevice,
} from './store.ts'

const FAILED = '配置未能变更，设备保持原样，款项原路退回'

/** Applies a change that succeeded. One that failed leaves the device as it was; stock and money are returned. */
export const onChangeEnded =
  (deps: RefundingDeps) =>
  async (tx: Tx, { device, state }: Pick<PartEnd, 'device' | 'state'>): Promise<void> => {
    const now = deps.clock.now()
    const change = await markChangeEnded(tx, device.id, now)
    if (!change) return
    const hasChanged = state === 'succeeded'
    if (hasChanged) await applyChange(tx, change, now)
    const left = hasChanged ? change.fromConfigId : change.toConfigId
    await returnStock(tx, { zoneId: device.zoneId, configId: left, quantity: 1 })
    if (change.orderId !== null) await endOrder(deps, tx, change.orderId, change, hasChanged)
  }

const applyChange = async (tx: Tx, change: ChangeRow, now: Date): Promise<void> => {
  const { deviceId, productId, toConfigId, boughtSeconds, quotedAt: startsAt } = change
  const target = await findConfiguration(tx, toConfigId)
  if (!target) throw new Error(`device ${deviceId} changed to no configuration`)
  const expiresAt = later(startsAt, boughtSeconds * 1000)
  await carryRemainingValue(tx, deviceId, now)
  await setChangeStart(tx, change.id, startsAt)
  const buttons = await buttonsOf(tx, target.configuration, false)
  await updateDevice(tx, deviceId, {
    configId: toConfigId,
    productId,
    goodsLevel: target.goodsLevel,
    expiresAt,
    buttons,
  })
  await moveAutoRenewal(tx, deviceId, productId, expiresAt)
}

/** An auto-renewal continues with the new product, or ends when that is too short to be renewed automatically. */
const moveAutoRenewal = async (tx: Tx, deviceId: number, productId: number, expiresAt: Date): Promise<void> => {
  const product = await findProduct(tx, productId)
  if ((product?.goodTimeHours ?? 0) <= AUTO_RENEW_LONGER_THAN_HOURS) return deleteAutoRenewal(tx, deviceId)
  await updateAutoRenewal(tx, deviceId, { productId, nextTryAt: later(expiresAt, -AUTO_RENEW_AHEAD_MS) })
}

const endOrder = async (
  deps: RefundingDeps,
  tx: Tx,
  orderId: number,
  { deviceId, productId, paidCents, boughtSeconds, quotedAt }: ChangeRow,
  hasChanged: boolean,
): Promise<void> => {
  const now = deps.clock.now()
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'paid') return
  if (!hasChanged) return failAndRefundOrder(deps, tx, order, FAILED)
  // Carried: the change itself holds the remaining value, credit included.
  const share = { paidCents, boughtSeconds, startsAt: quotedAt, carriedAt: now }
  await insertShare(tx, { orderId, deviceId, productId, ...share })
  await markOrderFulfilled(tx, order, now)
}
