export { addGoodsPictureRoute } from './pictures.ts'
export { describeProducts, pricesOfProducts } from './product-prices.ts'
export { catalogueRoutes } from './routes.ts'
export { freeStock, rentStock, reserveStock, type StockPart } from './stock.ts'
