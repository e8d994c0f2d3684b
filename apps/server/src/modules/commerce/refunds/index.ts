export { addRefund, REFUND_JOB, type RefundDeps, type WaitingRefund } from './add.ts'
export { payBack } from './pay-back.ts'
