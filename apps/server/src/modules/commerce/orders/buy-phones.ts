import { ImageType } from '@yunji/contract/commerce/commodity/enums'
import type { createCloudOrderNew as newFlow, createCloudOrder as oldFlow } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { formatRentalTime } from '@yunji/contract/display/time'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { deviceGroups } from '../../../tables/devices.ts'
import { listOffers, type Offer } from '../catalogue/index.ts'
import { createOrder } from './create-order.ts'
import type { OrderDeps } from './expire-orders.ts'
import { lockPendingOrders } from './limit-pending-orders.ts'
import { toOrderInfo } from './order-info.ts'
import type { RequestedItem } from './price-lines.ts'

/** Phones in a zone, a group and with an image of the buyer's choice. */
export const buyPhones =
  ({ clock }: OrderDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof newFlow>): Promise<OrderInfo> => {
    const now = clock.now()
    const { items, zoneId, groupId, imageType } = input
    if (groupId !== undefined) await assertOwnGroup(tx, userId, groupId)
    const { images, ...described } = await describeWithPending(tx, userId, items, now)
    if (!images.includes(imageType)) throw new AppError('BAD_INPUT', { text: '该配置没有所选镜像' })
    const purchase = { zoneId, imageType, ...(groupId !== undefined && { groupId }) }
    return toOrderInfo(await createOrder(tx, { ...input, ...described, ...PURCHASE_KIND, userId, purchase }, now))
  }

/** One product and a quantity: the zone with the most of it, the default group and the plainest image. */
export const buyWithDefaults =
  ({ clock }: OrderDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof oldFlow>): Promise<OrderInfo> => {
    const now = clock.now()
    const { id, quantity, goodPrice, deviceIds: _none, ...terms } = input
    const items = [{ id, quantity, goodPrice }]
    const { images, ...described } = await describeWithPending(tx, userId, items, now)
    const zoneId = await getZoneWithMostStock(tx, described.offers[0]?.price.configId ?? 0, quantity)
    const purchase = { zoneId, imageType: images[0] ?? ImageType.base }
    const request = { ...terms, ...described, ...PURCHASE_KIND, items, zoneId, userId, purchase }
    return toOrderInfo(await createOrder(tx, request, now))
  }

const PURCHASE_KIND = { kind: 'buy', business: BusinessType.cloudMachine } as const

export const assertOwnGroup = async (tx: Tx, userId: number, groupId: number): Promise<void> => {
  const own = await tx.$count(deviceGroups, and(eq(deviceGroups.id, groupId), eq(deviceGroups.userId, userId)))
  if (own === 0) throw new AppError('NOT_FOUND')
}

/** What is bought, on what terms and in words, and the images that every part of it can start from. */
export const describePurchase = async (tx: Tx, userId: number, items: readonly RequestedItem[], now: Date) => {
  const ids = items.map(({ id }) => id)
  const offers = await listOffers(tx, { userId, now }, ids)
  const [first, ...others] = offers
  if (!first) throw new AppError('GOODS_NOT_EXIST')
  if (offers.some(({ isVideoEdition }) => isVideoEdition)) {
    throw new AppError('GOODS_NOT_EXIST', { text: '视频定制版由设备升级而来，不能直接购买' })
  }
  const images = first.imageTypes.filter((image) => others.every(({ imageTypes }) => imageTypes.includes(image)))
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return { offers, images, title: `${describeGoods(first, others.length)} × ${count}` }
}

/** Sent together with the question about unpaid orders, so that nobody waits for one answer before the other. */
const describeWithPending = async (tx: Tx, userId: number, items: readonly RequestedItem[], now: Date) => {
  const [described, pending] = await Promise.all([
    describePurchase(tx, userId, items, now),
    lockPendingOrders(tx, userId),
  ])
  return { ...described, pending }
}

/** One kind with its time; several go by the name of the first. */
const describeGoods = ({ name, price }: Offer, otherKinds: number): string => {
  if (otherKinds > 0) return `${name}等 ${otherKinds + 1} 款`
  return `${name} · ${price.isMetered ? '按小时' : formatRentalTime(price.goodTime)}`
}

/** Where most of it is left; nowhere is out of stock (1017). */
export const getZoneWithMostStock = async (tx: Tx, configId: number, quantity: number): Promise<number> => {
  const left = sql`${zoneStock.capacity} - ${zoneStock.reserved} - ${zoneStock.rented}`
  const [zone] = await tx
    .select({ zoneId: zoneStock.zoneId })
    .from(zoneStock)
    .where(and(eq(zoneStock.configId, configId), gte(left, quantity)))
    .orderBy(sql`${left} desc`, asc(zoneStock.zoneId))
    .limit(1)
  if (!zone) throw new AppError('OUT_OF_STOCK')
  return zone.zoneId
}
