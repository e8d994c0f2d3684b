import { type InviteState, type Referral, withBindInfo, withInvite } from '@yunji/contract/accounts/session/login'
import type { StoreApi } from 'zustand/vanilla'
import type { PageParams } from '../navigation/params-of.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { SessionState } from './session-state.ts'

type ReferralState = InviteState & Referral

interface ReferralDeps {
  readonly storage: Storage
  readonly store: StoreApi<SessionState>
}

/** Upper limit for a field from a link that is sent with a login. */
const MAX_LENGTH = 64

const names = [
  'inviteType',
  'inviteCode',
  'bindInfo',
  'preGroup',
  'shareUser',
] as const satisfies (keyof ReferralState)[]

const isSmall = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH

/** Referral fields of the session, stored under the same names, independent of the login. */
export const createReferral = ({ storage, store }: ReferralDeps) => {
  const stored = Object.fromEntries(
    names.map((name) => [name, storage.read(name)]).filter(([, value]) => isSmall(value)),
  )
  store.setState(stored)

  const save = (changed: Partial<ReferralState>) => {
    store.setState(changed)
    for (const [name, value] of Object.entries(changed)) storage.write(name, value)
  }

  return {
    /** Reads the query; it overrides the stored referral. */
    record(params: PageParams): void {
      const { inviteType = '', inviteCode, preGroup, shareUser } = params
      if (isSmall(inviteCode)) save(withInvite({ inviteType: isSmall(inviteType) ? inviteType : '', inviteCode }))
      if (isSmall(preGroup)) save({ preGroup })
      if (isSmall(shareUser)) save({ shareUser })
    },

    setBindInfo: (bindInfo: string): void => save(withBindInfo(store.getState(), bindInfo)),
  }
}
