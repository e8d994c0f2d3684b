export { inviteRoutes } from './routes.ts'
export { bindToInviter, type Invitation } from './service.ts'
