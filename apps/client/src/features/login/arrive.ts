import type { PageParams } from '../../shared/navigation/params-of.ts'
import { arrival } from '../../shared/session/arrival.ts'
import { session } from '../../shared/session/session.ts'
import { bindInviter } from './bind-inviter.ts'

/** At start: keeps what the address says of who brought the user, and binds who is logged in already. */
export const arrive = (params: PageParams): void => {
  arrival.arrive(params)
  if (session.store.getState().token) bindInviter()
}
