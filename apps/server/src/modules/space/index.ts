export { grantSpace } from './grant-space.ts'
export { orderSpace, priceSpace } from './order-space.ts'
export { findSpace } from './quota.ts'
export { spaceRoutes } from './routes.ts'
