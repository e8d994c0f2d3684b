import type { createUpOrDownOrder as call } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder } from '../purchases/index.ts'
import { assertNoOpenOrder } from './assert-changeable.ts'
import { changePrice } from './change-quote.ts'
import type { ChangeDeps } from './deps.ts'
import type { ChangeWay } from './find-targets.ts'
import { planChange } from './plan-change.ts'

type ChangeInput = CallArguments<typeof call>

const TITLE_LENGTH = 64

const kinds = {
  change: { ways: ['configuration', 'model'], verb: '变更为' },
  video: { ways: ['video'], verb: '升级视频定制版 · ' },
} as const satisfies Record<string, { ways: readonly ChangeWay[]; verb: string }>

/** Orders a change of a device for the price of its target, less its remaining value. */
export const orderChange =
  (deps: ChangeDeps, kind: keyof typeof kinds) =>
  async (tx: Tx, { userId }: Caller, input: ChangeInput): Promise<OrderInfo> => {
    const { deviceId, id, quote, ...terms } = input
    const { ways, verb } = kinds[kind]
    // Locked until the order is committed, so that a second call sees it.
    await lockDevices(tx, [deviceId])
    const { totalCents } = terms
    const plan = await planChange(deps, tx, { userId, deviceId, id, quote, totalCents }, ways)
    await assertNoOpenOrder(tx, userId, [deviceId])
    if (plan.quote.payableCents === 0) {
      throw new AppError('ORDER_AMOUNT_ZERO', { text: '剩余价值足够抵扣，无需支付，可直接变更' })
    }
    const order = await createOrder(
      tx,
      {
        ...terms,
        userId,
        kind,
        business: BusinessType.cloudMachineUpgrade,
        title: `${verb}${plan.targetText}`.slice(0, TITLE_LENGTH),
        items: [{ id, quantity: 1, goodPrice: changePrice(plan.price).goodPrice }],
        priceOverride: changePrice,
        creditCents: plan.valueCents,
        zoneId: plan.own.device.zoneId,
        purchase: { deviceIds: [deviceId], quotedAt: plan.quotedAt.getTime() },
      },
      deps.clock.now(),
    )
    return toOrderInfo(order)
  }
