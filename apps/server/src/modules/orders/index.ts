export { expireOrders } from './end.ts'
export { finishOrder } from './finish.ts'
export { FULFIL_JOB, type PaidOrder } from './paid.ts'
export { orderRoutes } from './routes.ts'
