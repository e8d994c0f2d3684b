import { arrival } from '../../shared/session/arrival.ts'
import { sendInvite } from './send-invite.ts'

export const bindInviter = (): void => {
  if (arrival.store.getState().inviteCode) sendInvite().catch(() => undefined)
}
