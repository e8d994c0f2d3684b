import type { changeByCredit as call } from '@yunji/contract/commerce/change/calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { rentUnreservedStock } from '../catalogue/index.ts'
import { assertNoOpenOrder } from './assert-changeable.ts'
import { beginChange } from './begin-change.ts'
import type { ChangeDeps } from './deps.ts'
import { planChange } from './plan-change.ts'

/** Changes a device whose remaining value covers the price: starts a task, without an order. */
export const changeByCredit =
  (deps: ChangeDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<{ taskId: number }> => {
    // Locked before the value is read, so that it is spent once.
    await lockDevices(tx, [input.deviceId])
    const plan = await planChange(deps, tx, { ...input, userId, totalCents: 0 }, ['configuration', 'model', 'video'])
    await assertNoOpenOrder(tx, userId, [input.deviceId])
    const { payableCents, surplusCents } = plan.quote
    if (payableCents > 0) {
      const data = { sentCents: 0, currentCents: payableCents, differenceCents: payableCents }
      throw new AppError('ORDER_PRICE_INCONSISTENT', { text: '剩余价值不足以抵扣，请下单支付差价', data })
    }
    const { device } = plan.own
    await rentUnreservedStock(tx, { zoneId: device.zoneId, configId: plan.price.configId, quantity: 1 })
    const { price, valueCents, quotedAt } = plan
    const unpaid = { orderId: null, paidCents: 0 }
    const taskId = await beginChange(deps, tx, { device, price, valueCents, surplusCents, quotedAt, ...unpaid })
    return { taskId }
  }
