import type { agentBalanceRecharge, createOrder as createCall } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { payMethodsOf } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import {
  BALANCE_RECHARGE_MAXIMUM_CENTS,
  BALANCE_RECHARGE_MINIMUM_CENTS,
  BALANCE_RECHARGE_STEP_CENTS,
  CUSTOM_BEANS_MAXIMUM_YUAN,
} from '@yunji/contract/commerce/wallet/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder, type PricedLine, plainLine } from '../purchases/index.ts'
import { findPack, hasRecharged, type PackRow } from './store.ts'

interface Deps {
  readonly clock: Clock
}

/** The order line of a pack; an unknown pack is refused (1022). */
export const priceBeans = async (tx: Tx, packId: number, quantity: number): Promise<PricedLine & { pack: PackRow }> => {
  const pack = await findPack(tx, packId)
  if (!pack) throw new AppError('GOODS_NOT_EXIST')
  if (quantity > (pack.isCustom ? CUSTOM_BEANS_MAXIMUM_YUAN : 1)) {
    throw new AppError('GOODS_QUANTITY_EXCEEDED', { text: '一次只能充值一份云豆套餐' })
  }
  return { ...plainLine(pack.id, pack.beansCents, quantity), pack }
}

export const orderBeans =
  ({ clock }: Deps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof createCall>): Promise<OrderInfo> => {
    const { id, quantity, totalCents, couponId } = input
    const { pack, ...line } = await priceBeans(tx, id, quantity)
    const order = await createOrder(
      tx,
      {
        userId,
        kind: 'beans',
        business: BusinessType.cloudBeans,
        title: titleOf(pack, quantity),
        items: [],
        priced: [line],
        isFirstRecharge: !(await hasRecharged(tx, userId)),
        totalCents,
        couponId,
        purchase: { bonusCents: pack.bonusCents },
      },
      clock.now(),
    )
    return toOrderInfo(order)
  }

const titleOf = ({ beansCents, bonusCents }: PackRow, quantity: number): string => {
  const gift = bonusCents > 0 ? `，送 ${formatBeans(bonusCents)}` : ''
  return `充值 ${formatBeans(beansCents * quantity)} 云豆${gift}`
}

/** Orders balance for the amount in `totalCents`. */
export const orderBalance =
  ({ clock }: Deps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof agentBalanceRecharge>): Promise<OrderInfo> => {
    const { totalCents, payMethod } = input
    assertAmount(totalCents)
    if (!payMethodsOf('balance').includes(payMethod)) {
      throw new AppError('BAD_INPUT', { text: '余额充值不支持此支付方式' })
    }
    const order = await createOrder(
      tx,
      {
        userId,
        kind: 'balance',
        business: null,
        title: `充值余额 ${formatYuan(totalCents, { dropsZeros: true })} 元`,
        items: [],
        priced: [plainLine(1, totalCents, 1)],
        totalCents,
        purchase: {},
      },
      clock.now(),
    )
    return toOrderInfo(order)
  }

const assertAmount = (cents: number): void => {
  if (cents === 0) throw new AppError('ORDER_AMOUNT_ZERO')
  const isAllowed =
    cents % BALANCE_RECHARGE_STEP_CENTS === 0 &&
    cents >= BALANCE_RECHARGE_MINIMUM_CENTS &&
    cents <= BALANCE_RECHARGE_MAXIMUM_CENTS
  const [least, most] = [BALANCE_RECHARGE_MINIMUM_CENTS, BALANCE_RECHARGE_MAXIMUM_CENTS].map((each) => each / 100)
  if (!isAllowed) throw new AppError('BAD_INPUT', { text: `充值金额为 ${least} 至 ${most} 元的整数` })
}
