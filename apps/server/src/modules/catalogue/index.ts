export { addGoodsPictureRoute } from './pictures.ts'
export { pricesOf } from './prices.ts'
export { catalogueRoutes } from './routes.ts'
export { freeStock, rentStock, reserveStock, type StockPart } from './stock.ts'
