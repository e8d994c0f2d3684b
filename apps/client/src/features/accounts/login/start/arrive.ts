import { bindInvite } from '@yunji/contract/accounts/user/calls'
import { readData } from '../../../../shared/api/query.ts'
import type { PageParams } from '../../../../shared/navigation/params-of.ts'
import { arrival } from '../../../../shared/session/arrival.ts'
import { session } from '../../../../shared/session/session.ts'

const send = async (inviteType: string, inviteCode: string): Promise<void> => {
  const { bindInfo } = await readData(bindInvite, { inviteType, inviteCode })
  arrival.setBindInfo(bindInfo)
}

/** Whoever was brought by somebody is bound to them, once. What fails now is tried at the next start or login. */
export const bindInviter = (): void => {
  const { inviteType, inviteCode } = session.store.getState()
  if (inviteCode) send(inviteType, inviteCode).catch(() => undefined)
}

/** At start: keeps what the address says of who brought the user, and binds who is logged in already. */
export const arrive = (params: PageParams): void => {
  arrival.arrive(params)
  if (session.store.getState().token) bindInviter()
}
