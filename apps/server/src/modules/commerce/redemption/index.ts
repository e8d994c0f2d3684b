export { onCodePhoneCreated } from './created.ts'
export { redemptionRoutes } from './routes.ts'
