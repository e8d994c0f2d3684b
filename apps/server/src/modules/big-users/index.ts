export { bigUserRoutes } from './routes.ts'
