export { getNegotiatedPrices } from './order-from-list.ts'
export { bigUserRoutes } from './routes.ts'
