import { ImageType } from '@yunji/contract/commerce/commodity/enums'
import type { createCloudOrderNew as newFlow, createCloudOrder as oldFlow } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { formatRentalTime } from '@yunji/contract/display/time'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { getZoneWithMostStock, listOffers, type Offer } from '../catalogue/index.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder } from './create-order.ts'
import { type PurchaseDeps, type RequestedItem } from './price-lines.ts'
import { isOwnGroup, lockPendingOrders } from './store.ts'

/** Orders phones in a zone, a group and with an image that the buyer has chosen. */
export const buyPhones =
  ({ clock }: PurchaseDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof newFlow>): Promise<OrderInfo> => {
    const now = clock.now()
    const { items, zoneId, groupId, imageType } = input
    if (groupId !== undefined && !(await isOwnGroup(tx, userId, groupId))) throw new AppError('NOT_FOUND')
    const { images, ...described } = await describeWithPending(tx, userId, items, now)
    if (!images.includes(imageType)) throw new AppError('BAD_INPUT', { text: '该配置没有所选镜像' })
    const purchase = { zoneId, imageType, ...(groupId !== undefined && { groupId }) }
    return toOrderInfo(await createOrder(tx, { ...input, ...described, ...PURCHASE_KIND, userId, purchase }, now))
  }

/** Orders one product in the zone with the most stock, in the default group and with the first image. */
export const buyWithDefaults =
  ({ clock }: PurchaseDeps) =>
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

/** Offers and title of a purchase, and the images that all its products support. */
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

/** Both statements are sent together, to save a round trip. */
const describeWithPending = async (tx: Tx, userId: number, items: readonly RequestedItem[], now: Date) => {
  const [described, pending] = await Promise.all([
    describePurchase(tx, userId, items, now),
    lockPendingOrders(tx, userId),
  ])
  return { ...described, pending }
}

/** Name and duration of a single product; several products have the name of the first. */
const describeGoods = ({ name, price }: Offer, otherKinds: number): string => {
  if (otherKinds > 0) return `${name}等 ${otherKinds + 1} 款`
  return `${name} · ${price.isMetered ? '按小时' : formatRentalTime(price.goodTime)}`
}
