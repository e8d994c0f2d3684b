export { renewByItself } from './auto.ts'
export { renewalRoutes } from './routes.ts'
