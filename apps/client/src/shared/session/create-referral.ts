import { type InviteState, type Referral, withBindInfo, withInvite } from '@yunji/contract/accounts/session/login'
import type { StoreApi } from 'zustand/vanilla'
import type { PageParams } from '../navigation/params-of.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { SessionState } from './session-state.ts'

type Arrival = InviteState & Referral

interface ArrivalDeps {
  readonly storage: Storage
  readonly store: StoreApi<SessionState>
}

/** Upper limit for a field from a link that is sent with a login. */
const MAX_LENGTH = 64

const names = ['inviteType', 'inviteCode', 'bindInfo', 'preGroup', 'shareUser'] as const satisfies (keyof Arrival)[]

const isSmall = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH

/** Referral fields of the session, stored under the same names, independent of the login. */
export const createReferral = ({ storage, store }: ArrivalDeps) => {
  const kept = Object.fromEntries(names.map((name) => [name, storage.read(name)]).filter(([, value]) => isSmall(value)))
  store.setState(kept)

  const keep = (changed: Partial<Arrival>) => {
    store.setState(changed)
    for (const [name, value] of Object.entries(changed)) storage.write(name, value)
  }

  return {
    /** Reads the query; it overrides the stored referral. */
    arrive(params: PageParams): void {
      const { inviteType = '', inviteCode, preGroup, shareUser } = params
      if (isSmall(inviteCode)) keep(withInvite({ inviteType: isSmall(inviteType) ? inviteType : '', inviteCode }))
      if (isSmall(preGroup)) keep({ preGroup })
      if (isSmall(shareUser)) keep({ shareUser })
    },

    setBindInfo: (bindInfo: string): void => keep(withBindInfo(store.getState(), bindInfo)),
  }
}
