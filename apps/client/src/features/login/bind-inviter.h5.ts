import { arrival } from '../../shared/session/arrival.ts'

/** Few are brought by somebody: the rest need not load what it takes. */
export const bindInviter = (): void => {
  if (!arrival.store.getState().inviteCode) return
  import('./send-invite.ts').then(({ sendInvite }) => sendInvite()).catch(() => undefined)
}
