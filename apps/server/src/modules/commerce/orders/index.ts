export { expireOrders } from './expire-orders.ts'
export { failOrder, revertItems } from './fail-order.ts'
export { finishOrder, markOrderFulfilled, settleRefundedOrder, settleReturnedDevices } from './finish-order.ts'
export { toOrderInfo } from './order-info.ts'
export { orderRoutes } from './routes.ts'
export { FULFIL_JOB, lockPayableOrder, markOrderPaid, settleLatePayment, settlePaidOrder } from './settle-payment.ts'
export {
  findOrder,
  type LockedOrder,
  lockOrder,
  lockOrderOfDevice,
  type OrderRow,
  tryLockPaidOrder,
} from './store.ts'
