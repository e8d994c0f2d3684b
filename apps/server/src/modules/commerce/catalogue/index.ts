export { addGoodsPictureRoute } from './picture-routes.ts'
export { listOffers, listPrices, type Offer } from './price-store.ts'
export { catalogueRoutes } from './routes.ts'
export { claimSeckill, getOpenSeckillItem } from './seckill.ts'
export { releaseSeckill, returnSeckillItems } from './seckill-store.ts'
export {
  getZoneWithMostStock,
  queueForStock,
  releaseStock,
  rentReservedStock,
  rentUnreservedStock,
  reserveStock,
  returnStock,
  type StockQuantity,
  takeStockSql,
} from './stock-store.ts'
export { findListedProducts, toConfiguration } from './store.ts'
