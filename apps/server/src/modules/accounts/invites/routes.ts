import * as calls from '@yunji/contract/accounts/profile/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { bindInvite, getInvite, type InviteDeps } from './bind-invite.ts'

export const inviteRoutes = (deps: InviteDeps): Binding[] => [
  bind(calls.getInvite, (_input, { caller }) => getInvite(deps)(caller.userId)),
  bind(calls.bindInvite, (input, { caller }) => bindInvite(deps)(caller.userId, input)),
]
