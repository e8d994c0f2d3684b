export { grantSpace } from './grant.ts'
export { orderSpace, priceSpace } from './order.ts'
export { findSpace } from './quota.ts'
export { spaceRoutes } from './routes.ts'
