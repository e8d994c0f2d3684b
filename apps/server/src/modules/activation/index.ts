export { priceCodes } from './goods.ts'
export { mintCodes } from './mint.ts'
export { activationRoutes } from './routes.ts'
export { countUnused } from './store.ts'
