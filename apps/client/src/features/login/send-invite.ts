import { bindInvite } from '@yunji/contract/user/account-calls'
import { readData } from '../../shared/api/query.ts'
import { arrival } from '../../shared/session/arrival.ts'

/** Whoever was brought by somebody is bound to them, once. What fails now is tried at the next start or login. */
export const sendInvite = async (): Promise<void> => {
  const { inviteType, inviteCode } = arrival.store.getState()
  const { bindInfo } = await readData(bindInvite, { inviteType, inviteCode })
  arrival.setBindInfo(bindInfo)
}
