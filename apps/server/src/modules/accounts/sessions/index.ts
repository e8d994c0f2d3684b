export { userSessionRoutes } from './routes.ts'
