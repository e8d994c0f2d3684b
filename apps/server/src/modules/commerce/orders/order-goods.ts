import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { OrderGoods } from '@yunji/contract/commerce/order/schema'
import { goodsPicturePath } from '@yunji/contract/wire/served-routes'
import type { Db } from '../../../platform/database.ts'
import { listOrderItems, listProductGoods, listZones, listZonesOfDevices } from './query-store.ts'
import type { OrderRow } from './store.ts'

interface Item {
  readonly orderId: number
  readonly productId: number
  readonly quantity: number
}

/** Activation codes have no items of their own. */
const codesOf = ({ id: orderId, purchase: { codes } }: OrderRow): Item[] =>
  codes ? [{ orderId, productId: codes.productId, quantity: codes.quantity }] : []

/** The phones that each order is about; orders about something else are missing. */
export const findOrderGoods = async (db: Db, orders: readonly OrderRow[]): Promise<ReadonlyMap<number, OrderGoods>> => {
  if (orders.length === 0) return new Map()
  const bought = await listOrderItems(
    db,
    orders.map(({ id }) => id),
  )
  const itemsOf = Map.groupBy([...bought, ...orders.flatMap(codesOf)], ({ orderId }) => orderId)
  const firstIds = [...itemsOf.values()].flatMap(([first]) => (first ? [first.productId] : []))
  const [products, zones, deviceZones] = await Promise.all([
    listProductGoods(db, firstIds),
    listZones(
      db,
      orders.flatMap(({ purchase: { zoneId } }) => (zoneId ? [zoneId] : [])),
    ),
    listZonesOfDevices(
      db,
      orders.flatMap(({ purchase: { deviceIds = [] } }) => deviceIds.slice(0, 1)),
    ),
  ])
  const found = orders.flatMap(({ id, purchase: { zoneId, deviceIds } }) => {
    const items = itemsOf.get(id) ?? []
    const product = products.find(({ productId }) => productId === items[0]?.productId)
    if (!product) return []
    const zone =
      zones.find((each) => each.zoneId === zoneId) ?? deviceZones.find(({ deviceId }) => deviceId === deviceIds?.[0])
    const goodsLevel = product.goodsLevel as GoodsLevel
    const goods: OrderGoods = {
      ...product,
      goodsLevel,
      picture: goodsPicturePath(goodsLevel),
      zoneId: zone?.zoneId ?? null,
      zoneName: zone?.zoneName ?? null,
      quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    }
    return [[id, goods] as const]
  })
  return new Map(found)
}
