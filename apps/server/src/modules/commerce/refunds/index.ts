export { addRefund, REFUND_JOB, type RefundDeps, type WaitingRefund } from './add-refund.ts'
export { payBack } from './refund-order.ts'
