export { findSoldProducts } from './listed-products.ts'
export { type Offer, offersOf } from './offer-store.ts'
export { addGoodsPictureRoute } from './picture-routes.ts'
export { type Buyer, pricesOf } from './prices.ts'
export { catalogueRoutes } from './routes.ts'
export { claimSeckill, findOpenPiece, freeSeckill, returnSeckill, type SeckillPiece } from './seckill.ts'
export {
  awaitStock,
  freeStock,
  rentAtOnce,
  rentStock,
  reserveStock,
  returnStock,
  type StockPart,
  takeStock,
} from './stock-store.ts'
export { configurationOf } from './store.ts'
