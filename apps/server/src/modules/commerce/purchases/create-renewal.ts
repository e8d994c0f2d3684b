import { purchaseCents } from '@yunji/contract/commerce/commodity/terms'
import type { createCloudOrder } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { isQuantityExceeded } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { orders } from '../../../tables/orders.ts'
import { listOffers } from '../catalogue/index.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder } from './create-order.ts'
import type { PurchaseDeps } from './price-lines.ts'
import { assertRenewable, renewalLines, renewalPrices } from './renewal-lines.ts'
import { findProduct, insertRenewalHolds, lockOwnDevices } from './store.ts'

interface RenewalRequest {
  readonly userId: number
  readonly deviceIds: readonly number[]
  /** A product of one of the devices: the others take the same duration of their own configuration. */
  readonly id: number
  readonly couponId?: number | undefined
  /** Prices that the buyer saw; absent for an automatic renewal. */
  readonly seen?: { readonly goodPrice: number; readonly totalCents: number }
}

/** Orders more time for the caller's devices, for all of them or for none. */
export const renewPhones =
  ({ clock }: PurchaseDeps) =>
  async (
    tx: Tx,
    { userId }: Caller,
    input: CallArguments<typeof createCloudOrder> & { readonly deviceIds: readonly number[] },
  ): Promise<OrderInfo> => {
    const { id, quantity, goodPrice, totalCents, couponId } = input
    const deviceIds = [...new Set(input.deviceIds)]
    if (deviceIds.length !== quantity) throw new AppError('BAD_INPUT', { text: '续费数量与设备不符' })
    const request = { userId, deviceIds, id, couponId, seen: { goodPrice, totalCents } }
    return toOrderInfo(await createRenewal(tx, request, clock.now()))
  }

/** Locks the devices until the order is committed: a release sees the order, or this sees the release. */
export const createRenewal = async (
  tx: Tx,
  request: RenewalRequest,
  now: Date,
): Promise<typeof orders.$inferSelect> => {
  const { userId, deviceIds, id, seen, couponId } = request
  const quantity = deviceIds.length
  if (isQuantityExceeded([{ quantity }])) throw new AppError('GOODS_QUANTITY_EXCEEDED')
  const own = await lockOwnDevices(tx, userId, deviceIds)
  if (own.length < quantity) throw new AppError('GET_DEVICE_FAILED')
  const prices = await renewalPrices(tx, userId, own, now)
  assertRenewable(own, prices)
  const product = await findProduct(tx, id)
  const renewal = product && renewalLines(own, prices, product.goodTimeHours)
  if (!renewal) throw new AppError('GOODS_NOT_EXIST', { data: { id } })
  const { lines, parts } = renewal
  const items = lines.map(({ goods, quantity: count }) => ({
    id: goods.id,
    quantity: count,
    goodPrice: goods.goodPrice,
  }))
  const order = await createOrder(
    tx,
    {
      userId,
      kind: 'renew',
      business: BusinessType.cloudMachine,
      title: quantity === 1 ? '云手机续费' : `云手机续费 × ${quantity}`,
      items,
      offers: await listOffers(
        tx,
        { userId, now },
        items.map((item) => item.id),
        true,
      ),
      seen: seen && [{ id, quantity, goodPrice: seen.goodPrice }],
      totalCents: seen?.totalCents ?? purchaseCents(lines),
      couponId,
      purchase: { deviceIds, renewals: parts.map(({ deviceId, goods }) => ({ deviceId, productId: goods.id })) },
    },
    now,
  )
  await insertRenewalHolds(tx, order.id, deviceIds)
  return order
}
