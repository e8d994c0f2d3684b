export { configureRoutes } from './routes.ts'
