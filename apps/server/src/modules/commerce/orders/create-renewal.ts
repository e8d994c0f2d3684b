import { purchaseCents } from '@yunji/contract/commerce/commodity/terms'
import type { createCloudOrder } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { isQuantityExceeded } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { renewalHolds } from '../../../tables/renewals.ts'
import { createOrder } from './create-order.ts'
import type { OrderDeps } from './expire-orders.ts'
import { toOrderInfo } from './order-info.ts'
import { assertRenewable, renewalLines, renewalPrices } from './renewal-lines.ts'
import type { OrderRow } from './store.ts'

interface RenewalRequest {
  readonly userId: number
  readonly deviceIds: readonly number[]
  /** The product of one of them: the others take the same duration of their own configurations. */
  readonly id: number
  readonly couponId?: number | undefined
  /** The price that the buyer saw; absent where nobody looks. */
  readonly seen?: { readonly goodPrice: number; readonly totalCents: number }
}

/** More time for own devices, for all of them or for none. */
export const renewPhones =
  ({ clock }: OrderDeps) =>
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

/** The devices stay locked until the order stands: whoever releases one sees the order, or this sees that it is gone. */
export const createRenewal = async (tx: Tx, request: RenewalRequest, now: Date): Promise<OrderRow> => {
  const { userId, deviceIds, id, seen, couponId } = request
  const quantity = deviceIds.length
  if (isQuantityExceeded([{ quantity }])) throw new AppError('GOODS_QUANTITY_EXCEEDED')
  const own = await lockOwnDevices(tx, userId, deviceIds)
  if (own.length < quantity) throw new AppError('GET_DEVICE_FAILED')
  const prices = await renewalPrices(tx, userId, own, now)
  assertRenewable(own, prices)
  const { goodTimeHours } = await getProduct(tx, id)
  const renewal = renewalLines(own, prices, goodTimeHours)
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
      seen: seen && [{ id, quantity, goodPrice: seen.goodPrice }],
      totalCents: seen?.totalCents ?? purchaseCents(lines),
      couponId,
      purchase: { deviceIds, renewals: parts.map(({ deviceId, goods }) => ({ deviceId, productId: goods.id })) },
    },
    now,
  )
  await tx.insert(renewalHolds).values(deviceIds.map((deviceId) => ({ orderId: order.id, deviceId })))
  return order
}

const lockOwnDevices = (tx: Tx, userId: number, deviceIds: readonly number[]) =>
  tx
    .select()
    .from(devices)
    .where(and(inArray(devices.id, [...deviceIds]), eq(devices.ownerId, userId), ne(devices.state, 'released')))
    .orderBy(asc(devices.id))
    .for('update')

const getProduct = async (tx: Tx, id: number) => {
  const [product] = await tx.select().from(billableProducts).where(eq(billableProducts.id, id))
  if (!product) throw new AppError('GOODS_NOT_EXIST', { data: { id } })
  return product
}
