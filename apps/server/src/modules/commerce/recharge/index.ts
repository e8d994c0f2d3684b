export { grantBalance, grantBeans } from './grant.ts'
export { priceBeans } from './order.ts'
export { rechargeRoutes } from './routes.ts'
export { hasRecharged } from './store.ts'
