export { autoRenewDevices } from './auto-renew.ts'
export { renewalRoutes } from './routes.ts'
