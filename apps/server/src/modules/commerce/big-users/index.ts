export { agreedTerms } from './order.ts'
export { bigUserRoutes } from './routes.ts'
