import type { ActivationGoods } from '@yunji/contract/commerce/activation/schema'
import type { purchaseActivationCode } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { formatRentalTime } from '@yunji/contract/display/time'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder, type PricedLine, plainLine } from '../purchases/index.ts'
import { listActivationGoods } from './store.ts'

export const priceCodes = async (
  tx: Tx,
  productId: number,
  quantity: number,
): Promise<PricedLine & { offered: ActivationGoods }> => {
  const [offered] = await listActivationGoods(tx, productId)
  if (!offered) throw new AppError('GOODS_NOT_EXIST')
  if (quantity > ORDER_MAXIMUM_PHONES) throw new AppError('GOODS_QUANTITY_EXCEEDED')
  const { goods: terms } = plainLine(offered.id, offered.goodPrice, quantity, offered.goodTime)
  return { goods: { ...terms, goodId: offered.goodId, configId: offered.configId }, quantity, offered }
}

export const orderCodes =
  ({ clock }: { clock: Clock }) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof purchaseActivationCode>): Promise<OrderInfo> => {
    const { id, quantity, goodPrice, totalCents, couponId } = input
    const { offered, ...line } = await priceCodes(tx, id, quantity)
    const order = await createOrder(
      tx,
      {
        userId,
        kind: 'codes',
        business: BusinessType.activationCodeMall,
        title: `${offered.goodsName} · ${formatRentalTime(offered.goodTime)}激活码 × ${quantity}`,
        items: [{ id, quantity, goodPrice }],
        priced: [line],
        totalCents,
        couponId,
        purchase: { codes: { productId: id, quantity, validDays: offered.validDays } },
      },
      clock.now(),
    )
    return toOrderInfo(order)
  }
