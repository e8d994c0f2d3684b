export { reconcileBills } from './reconcile-bills.ts'
export { addBillRoutes, billRoutes } from './routes.ts'
