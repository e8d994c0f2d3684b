import { checkPayment as checkCall, payOrder as payCall } from '@yunji/contract/commerce/order/calls'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { findOrder, toOrderInfo } from '../orders/index.ts'
import type { PaymentDeps } from './deps.ts'
import { payOrder } from './pay-order.ts'
import { refreshPayments } from './reconcile-payments.ts'

export const paymentRoutes = (deps: PaymentDeps): Binding[] => [
  bind(payCall, async (input, { caller, address }) => {
    const { order, next } = await payOrder(deps)(caller, input, address)
    return { order: toOrderInfo(order), next }
  }),
  bind(checkCall, async ({ orderId }, { caller: { userId } }) => {
    const { db } = deps.database
    const order = await findOrder(db, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    if (order.paidAt) return toOrderInfo(order)
    await refreshPayments(deps, orderId)
    return toOrderInfo((await findOrder(db, userId, orderId)) ?? order)
  }),
]
