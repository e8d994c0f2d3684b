export { grantSpace } from './grant-space.ts'
export { orderSpace, priceSpace } from './order-space.ts'
export { chargeSpace, findSpace, lockSpace, moveSpace, releaseSpace } from './quota.ts'
export { spaceRoutes } from './routes.ts'
