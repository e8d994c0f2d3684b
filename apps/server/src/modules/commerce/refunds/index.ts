export { addProviderRefund, REFUND_JOB, type RefundDeps, type RefundJobData } from './add-refund.ts'
export { refundPart } from './refund-order.ts'
