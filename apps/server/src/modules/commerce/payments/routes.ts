import { checkPayment as checkCall, payOrder as payCall } from '@yunji/contract/commerce/order/calls'
import {
  closeNotice as closeCall,
  getPaymentExceptions as exceptionsCall,
  getPaymentNotices as noticesCall,
  recheckPayment as recheckCall,
  replayNotice as replayCall,
  retryFulfilment as retryCall,
} from '@yunji/contract/operator/payment-calls'
import { AppError } from '../../../platform/errors.ts'
import { bindAudited, bindSelfAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { findOrder, toOrderInfo } from '../orders/index.ts'
import type { PaymentDeps } from './deps.ts'
import { findNotice } from './notice-store.ts'
import { payOrder } from './pay-order.ts'
import {
  closeRefusedNotice,
  getExceptions,
  getNotices,
  recheckPayment,
  replayRefusedNotice,
  retryOrder,
} from './payment-exceptions.ts'
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
  bind(noticesCall, (input) => getNotices(deps)(input)),
  bind(exceptionsCall, () => getExceptions(deps)()),
  bindSelfAudited(deps.clock, replayCall, ({ noticeId }, { operator }, addAudit) =>
    replayRefusedNotice(deps)(operator, noticeId, addAudit),
  ),
  bindSelfAudited(deps.clock, recheckCall, ({ paymentId }, _context, addAudit) =>
    recheckPayment(deps)(paymentId, addAudit),
  ),
  bindAudited(
    deps,
    closeCall,
    { subject: ({ noticeId }) => `notice:${noticeId}`, read: (tx, { noticeId }) => findNotice(tx, noticeId) },
    (joined, { noticeId }, { operator }) => closeRefusedNotice(joined)(operator, noticeId),
  ),
  bindAudited(deps, retryCall, { subject: ({ orderId }) => `order:${orderId}` }, (joined, { orderId }) =>
    retryOrder(joined)(orderId),
  ),
]
