import { ImageType } from '@yunji/contract/commodity/enums'
import type { createCloudOrderNew as newFlow, createCloudOrder as oldFlow } from '@yunji/contract/order/calls'
import { BusinessType } from '@yunji/contract/order/enums'
import type { OrderInfo } from '@yunji/contract/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import { zoneStock } from '../../tables/catalogue.ts'
import { deviceGroups } from '../../tables/devices.ts'
import { describeProducts } from '../catalogue/index.ts'
import { toOrderInfo } from './answer.ts'
import { createOrder } from './create.ts'
import type { OrderDeps } from './end.ts'
import type { AskedItem } from './pricing.ts'

/** Phones in a zone, a group and with an image of the buyer's choice. */
export const buyPhones =
  ({ clock }: OrderDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof newFlow>): Promise<OrderInfo> => {
    const { items, zoneId, groupId, imageType } = input
    if (groupId !== undefined) await assertOwnGroup(tx, userId, groupId)
    const { title, images } = await describePurchase(tx, items)
    if (!images.includes(imageType)) throw new AppError('BAD_INPUT', { text: '该配置没有所选镜像' })
    const order = await createOrder(
      tx,
      {
        ...input,
        userId,
        kind: 'buy',
        business: BusinessType.cloudMachine,
        title,
        purchase: { zoneId, imageType, ...(groupId !== undefined && { groupId }) },
      },
      clock.now(),
    )
    return toOrderInfo(order)
  }

/** One product and a quantity: the zone with the most of it, the default group and the plainest image. */
export const buyInOldFlow =
  ({ clock }: OrderDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof oldFlow>): Promise<OrderInfo> => {
    const { id, quantity, goodPrice, deviceIds: _none, ...terms } = input
    const items = [{ id, quantity, goodPrice }]
    const { title, images, configIds } = await describePurchase(tx, items)
    const zoneId = await roomiestZone(tx, configIds[0] ?? 0, quantity)
    const imageType = images[0] ?? ImageType.base
    const order = await createOrder(
      tx,
      {
        ...terms,
        items,
        zoneId,
        userId,
        kind: 'buy',
        business: BusinessType.cloudMachine,
        title,
        purchase: { zoneId, imageType },
      },
      clock.now(),
    )
    return toOrderInfo(order)
  }

const assertOwnGroup = async (tx: Tx, userId: number, groupId: number): Promise<void> => {
  const own = await tx.$count(deviceGroups, and(eq(deviceGroups.id, groupId), eq(deviceGroups.userId, userId)))
  if (own === 0) throw new AppError('NOT_FOUND')
}

/** What is bought, in words, and the images that every part of it can start from. */
export const describePurchase = async (tx: Tx, items: readonly AskedItem[]) => {
  const rows = await describeProducts(
    tx,
    items.map(({ id }) => id),
  )
  const [first] = rows
  if (!first) throw new AppError('GOODS_NOT_EXIST')
  if (rows.some(({ isVideoEdition }) => isVideoEdition)) {
    throw new AppError('GOODS_NOT_EXIST', { text: '视频定制版由设备升级而来，不能直接购买' })
  }
  const images = rows.reduce(
    (shared, { imageTypes }) => shared.filter((image) => imageTypes.includes(image)),
    first.imageTypes,
  )
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return { title: `${first.name} × ${count}`, images, configIds: rows.map(({ configId }) => configId) }
}

/** Where most of it is left; nowhere is out of stock (1017). */
export const roomiestZone = async (tx: Tx, configId: number, quantity: number): Promise<number> => {
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
