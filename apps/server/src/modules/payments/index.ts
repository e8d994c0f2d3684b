export { askPayments } from './ask.ts'
export { addNoticeRoutes } from './notice-routes.ts'
export { addRefundGauge, askRefunds, refundJob } from './refund.ts'
export { paymentRoutes } from './routes.ts'
