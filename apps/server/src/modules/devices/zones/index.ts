export { zoneRoutes } from './routes.ts'
