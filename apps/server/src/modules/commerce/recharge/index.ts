export { grantBalance, grantBeans } from './grant-recharge.ts'
export { priceBeans } from './order-recharge.ts'
export { rechargeRoutes } from './routes.ts'
export { hasRecharged } from './store.ts'
