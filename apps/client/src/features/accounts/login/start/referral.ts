import { bindInvite } from '@yunji/contract/accounts/profile/calls'
import { requestData } from '../../../../shared/api/query.ts'
import type { PageParams } from '../../../../shared/navigation/params-of.ts'
import { storage } from '../../../../shared/platform/storage/storage.ts'
import { createReferral } from '../../../../shared/session/create-referral.ts'
import { session } from '../../../../shared/session/session.ts'

export const referral = createReferral({ storage, store: session.store })

const send = async (inviteType: string, inviteCode: string): Promise<void> => {
  const { bindInfo } = await requestData(bindInvite, { inviteType, inviteCode })
  referral.setBindInfo(bindInfo)
}

/** Binds the account to its inviter, once. A failure is retried at the next start or login. */
export const bindReferrer = (): void => {
  const { inviteType, inviteCode } = session.store.getState()
  if (inviteCode) send(inviteType, inviteCode).catch(() => undefined)
}

/** At start: stores the referral of the query, and binds the current account. */
export const recordReferral = (params: PageParams): void => {
  referral.record(params)
  if (session.store.getState().token) bindReferrer()
}
