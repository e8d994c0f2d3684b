import type { createOrder as createCall } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { SPACE_MAXIMUM_GB } from '@yunji/contract/space/limits'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import { toOrderInfo } from '../commerce/orders/index.ts'
import { createOrder, type PricedLine, plainLine } from '../commerce/purchases/index.ts'
import { boughtGb, findListedPlan, type PlanRow } from './store.ts'

const MONTH_HOURS = 30 * 24

/** Price of a plan; an unlisted one is refused (1022). */
export const priceSpace = async (tx: Tx, planId: number, quantity: number): Promise<PricedLine & { plan: PlanRow }> => {
  const plan = await findListedPlan(tx, planId)
  if (!plan) throw new AppError('GOODS_NOT_EXIST')
  if (quantity > 1) throw new AppError('GOODS_QUANTITY_EXCEEDED', { text: '一次只能购买一份云空间' })
  return { ...plainLine(plan.id, plan.priceCents, quantity, plan.months * MONTH_HOURS), plan }
}

export const orderSpace =
  ({ clock }: { clock: Clock }) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof createCall>): Promise<OrderInfo> => {
    const { id, quantity, totalCents, couponId } = input
    const now = clock.now()
    const { plan, ...line } = await priceSpace(tx, id, quantity)
    const { sizeGb, months } = plan
    if ((await boughtGb(tx, userId, now)) + sizeGb > SPACE_MAXIMUM_GB) {
      throw new AppError('DATA_EXPANSION_FAILED', { text: `云空间最多 ${SPACE_MAXIMUM_GB} GB，无法继续扩容` })
    }
    const order = await createOrder(
      tx,
      {
        userId,
        kind: 'space',
        business: BusinessType.cloudSpace,
        title: `云空间 ${sizeGb} GB × ${months} 个月`,
        items: [],
        priced: [line],
        totalCents,
        couponId,
        purchase: { sizeGb, months },
      },
      now,
    )
    return toOrderInfo(order)
  }
