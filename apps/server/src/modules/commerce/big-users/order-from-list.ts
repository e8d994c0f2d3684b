import { ImageType } from '@yunji/contract/commerce/commodity/enums'
import { regularPriceOf } from '@yunji/contract/commerce/commodity/terms'
import type { createBigUserLinkOrder as call } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder, describePurchase, type PriceOverride } from '../purchases/index.ts'
import type { BigUserDeps } from './manage-lists.ts'
import { findList, findPrices } from './store.ts'

/** The buyer's list and its prices; a product that is not on the list is refused. */
export const getNegotiatedPrices = async (tx: Tx, userId: number, linkCode: string, now: Date) => {
  const list = await findList(tx, userId, linkCode, now)
  if (!list) throw new AppError('NOT_FOUND')
  const prices = await findPrices(tx, list.id)
  const priceOverride: PriceOverride = (price) => {
    const goodPrice = prices.get(price.id)
    if (goodPrice === undefined) throw new AppError('GOODS_NOT_EXIST', { data: { id: price.id } })
    return { ...price, goodPrice, oldGoodPrice: regularPriceOf(price), activityId: null, firstPurchase: false }
  }
  return { list, priceOverride }
}

/** Orders phones of the buyer's list, at its prices and up to its limit. */
export const orderFromList =
  ({ clock }: BigUserDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<OrderInfo> => {
    const { linkCode, items, zoneId, ...terms } = input
    const now = clock.now()
    const { list, priceOverride } = await getNegotiatedPrices(tx, userId, linkCode, now)
    const { images, ...described } = await describePurchase(tx, userId, items, now)
    const order = await createOrder(
      tx,
      {
        ...terms,
        items,
        zoneId,
        userId,
        kind: 'bigUser',
        business: BusinessType.cloudMachine,
        ...described,
        maximumPhones: list.maximumPhones,
        purchase: { zoneId, imageType: images[0] ?? ImageType.base },
        priceOverride,
      },
      now,
    )
    return toOrderInfo(order)
  }
