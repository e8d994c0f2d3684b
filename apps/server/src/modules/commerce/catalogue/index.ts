export { type Offer, offersOf } from './offers.ts'
export { addGoodsPictureRoute } from './pictures.ts'
export { type Buyer, pricesOf } from './prices.ts'
export { catalogueRoutes } from './routes.ts'
export { claimSeckill, findOpenPiece, freeSeckill, returnSeckill, type SeckillPiece } from './seckill.ts'
export { findSoldProducts } from './sold-products.ts'
export {
  awaitStock,
  freeStock,
  rentAtOnce,
  rentStock,
  reserveStock,
  returnStock,
  type StockPart,
  takeStock,
} from './stock.ts'
export { configurationOf } from './store.ts'
