import type { SeckillWindow } from '@yunji/contract/commerce/commodity/schema'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { CatalogueDeps } from './get-goods.ts'
import {
  type ActivityRow,
  countClaimed,
  findSeckillItem,
  insertSeckillClaim,
  listSeckillItems,
  type SeckillItemKey,
  type SeckillItemRow,
  takeSeckillStock,
} from './seckill-store.ts'
import { findListedProducts, type ListedProduct } from './store.ts'

/** Windows that begin later than this are not listed yet. */
const LISTED_AHEAD_MS = DAY_MS

/** Seckill windows that run now or begin within a day, with their items. */
export const getSeckillList =
  ({ database: { db }, clock }: CatalogueDeps) =>
  async (caller: Caller | null): Promise<{ now: number; windows: SeckillWindow[] }> => {
    const now = clock.now()
    const rows = await listSeckillItems(db, caller?.userId ?? 0, now, later(now, LISTED_AHEAD_MS))
    const products = await findListedProducts(
      db,
      rows.map(({ item }) => item.productId),
    )
    const windows = [...Map.groupBy(rows, ({ activity }) => activity.id).values()].flatMap((of): SeckillWindow[] => {
      const activity = of[0]?.activity
      const items = of.flatMap(({ item, ownCount }) => {
        const product = products.get(item.productId)
        return product ? [toItem(item, product, ownCount)] : []
      })
      return activity && items.length > 0 ? [{ ...toWindow(activity), items }] : []
    })
    return { now: now.getTime(), windows }
  }

const toWindow = ({ id, name, startsAt, endsAt }: ActivityRow) => ({
  activityId: id,
  name,
  startsAt: startsAt.getTime(),
  endsAt: endsAt.getTime(),
})

const toItem = (
  { priceCents, stockLeft, stockTotal, perUserLimit }: SeckillItemRow,
  { priceCents: regularCents, isVideoEdition: _in, ...product }: ListedProduct,
  ownCount: number,
) => ({
  ...product,
  goodPrice: priceCents,
  oldGoodPrice: regularCents,
  stockLeft: stockLeft ?? 0,
  stockTotal: stockTotal ?? 0,
  perUserLimit: perUserLimit ?? 1,
  ownCount,
})

/** The price of an item while its window is open by the server's clock; refused before, after, and without such an item. */
export const getOpenSeckillItem = async (
  tx: Tx,
  key: SeckillItemKey,
  now: Date,
): Promise<{ readonly priceCents: number }> => {
  const found = await findSeckillItem(tx, key)
  if (!found) throw new AppError('GOODS_NOT_EXIST')
  if (now < found.activity.startsAt) throw new AppError('SHOW_ERROR_TIP', { text: '秒杀尚未开始' })
  if (now >= found.activity.endsAt) throw new AppError('SHOW_ERROR_TIP', { text: '秒杀已结束' })
  return { priceCents: found.item.priceCents }
}

/**
 * Claims a quantity of an item for an order, or nothing. The item stays locked until the transaction ends, so the buyer's
 * earlier claims are counted while nobody else can add any: neither stock nor limit is exceeded.
 */
export const claimSeckill = async (
  tx: Tx,
  { activityId, productId }: SeckillItemKey,
  { orderId, userId, quantity }: { orderId: number; userId: number; quantity: number },
): Promise<void> => {
  const key = { activityId, productId }
  const item = await takeSeckillStock(tx, key, quantity)
  if (!item) throw new AppError('OUT_OF_STOCK', { text: '秒杀商品已抢完' })
  await insertSeckillClaim(tx, { orderId, ...key, userId, quantity })
  const limit = item.perUserLimit ?? 1
  if ((await countClaimed(tx, key, userId)) > limit) {
    throw new AppError('GOODS_QUANTITY_EXCEEDED', { text: `每人限购 ${limit} 件`, data: { limit } })
  }
}
