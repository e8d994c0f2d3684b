import type { ActivationGoods } from '@yunji/contract/commerce/activation/schema'
import type { purchaseActivationCode } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { formatRentalTime } from '@yunji/contract/display/time'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { activationGoods } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { createOrder, type PricedLine, plainLine, toOrderInfo } from '../orders/index.ts'
import { productColumns, toCodeProduct } from './store.ts'

/** What can be bought as a code. It costs the plain price: a code is passed on, and terms of a person are not. */
export const listActivationGoods = async (db: Db | Tx, condition?: SQL): Promise<ActivationGoods[]> => {
  const rows = await db
    .select({
      ...productColumns,
      id: billableProducts.id,
      goodId: goods.id,
      goodPrice: billableProducts.priceCents,
      validDays: activationGoods.validDays,
    })
    .from(activationGoods)
    .innerJoin(billableProducts, eq(billableProducts.id, activationGoods.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        activationGoods.isListed,
        billableProducts.isListed,
        goodsConfigurations.isListed,
        goods.isListed,
        eq(billableProducts.isMetered, false),
        condition,
      ),
    )
    .orderBy(asc(activationGoods.position), asc(billableProducts.id))
  return rows.map(toCodeProduct)
}

export const priceCodes = async (
  tx: Tx,
  productId: number,
  quantity: number,
): Promise<PricedLine & { offered: ActivationGoods }> => {
  const [offered] = await listActivationGoods(tx, eq(billableProducts.id, productId))
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
