import { ImageType } from '@yunji/contract/commerce/commodity/enums'
import type { createSeckillActivityOrder as call } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { claimSeckill } from '../catalogue/index.ts'
import { toOrderInfo } from '../orders/index.ts'
import { describePurchase } from './buy-phones.ts'
import { createOrder } from './create-order.ts'
import { type PurchaseDeps, seckillPrice } from './price-lines.ts'

/** Orders a seckill item at its price, while its window is open. */
export const buySeckillItem =
  ({ clock }: PurchaseDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<OrderInfo> => {
    const { activityId, id, quantity, goodPrice, zoneId, ...terms } = input
    const now = clock.now()
    const item = { activityId, productId: id }
    const priceOverride = await seckillPrice(tx, item, now)
    const items = [{ id, quantity, goodPrice }]
    const { images, ...described } = await describePurchase(tx, userId, items, now)
    const order = await createOrder(
      tx,
      {
        ...terms,
        items,
        zoneId,
        userId,
        kind: 'seckill',
        business: BusinessType.cloudMachine,
        ...described,
        purchase: { zoneId, imageType: images[0] ?? ImageType.base },
        priceOverride,
      },
      now,
    )
    await claimSeckill(tx, item, { orderId: order.id, userId, quantity })
    return toOrderInfo(order)
  }
