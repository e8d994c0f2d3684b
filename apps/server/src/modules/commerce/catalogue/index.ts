export { findListedProducts } from './listed-products.ts'
export { listOffers, type Offer } from './offer-store.ts'
export { addGoodsPictureRoute } from './picture-routes.ts'
export { type Buyer, listPrices } from './prices.ts'
export { catalogueRoutes } from './routes.ts'
export { claimSeckill, getOpenSeckillItem, releaseSeckill, returnSeckillItems, type SeckillItemKey } from './seckill.ts'
export {
  queueForStock,
  releaseStock,
  rentReservedStock,
  rentUnreservedStock,
  reserveStock,
  returnStock,
  type StockQuantity,
  takeStockSql,
} from './stock-store.ts'
export { toConfiguration } from './store.ts'
