export { bindToInviter, type Invitation } from './bind-invite.ts'
export { inviteRoutes } from './routes.ts'
