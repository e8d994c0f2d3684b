export { renewByItself } from './auto-renew.ts'
export { renewalRoutes } from './routes.ts'
