export { onCodePhoneCreated } from './on-code-phone-created.ts'
export { redemptionRoutes } from './routes.ts'
