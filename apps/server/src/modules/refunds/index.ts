export { addRefund, REFUND_JOB, type WaitingRefund } from './add.ts'
export { payBack } from './pay-back.ts'
