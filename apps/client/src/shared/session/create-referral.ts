import { type InviteState, type Origin, withBindInfo, withInvite } from '@yunji/contract/accounts/session/login'
import type { StoreApi } from 'zustand/vanilla'
import type { PageParams } from '../navigation/params-of.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { SessionState } from './session-state.ts'

type Arrival = InviteState & Origin

interface ArrivalDeps {
  readonly storage: Storage
  readonly store: StoreApi<SessionState>
}

/** What is sent with a login must stay small, whatever a link says. */
const MAX_LENGTH = 64

const names = ['inviteType', 'inviteCode', 'bindInfo', 'preGroup', 'shareUser'] as const satisfies (keyof Arrival)[]

const isSmall = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH

/** Fields of the session that say how the user came here: stored under the same names, whoever logs in or out. */
export const createReferral = ({ storage, store }: ArrivalDeps) => {
  const kept = Object.fromEntries(names.map((name) => [name, storage.read(name)]).filter(([, value]) => isSmall(value)))
  store.setState(kept)

  const keep = (changed: Partial<Arrival>) => {
    store.setState(changed)
    for (const [name, value] of Object.entries(changed)) storage.write(name, value)
  }

  return {
    /** What the address says, which counts more than what was kept. */
    arrive(params: PageParams): void {
      const { inviteType = '', inviteCode, preGroup, shareUser } = params
      if (isSmall(inviteCode)) keep(withInvite({ inviteType: isSmall(inviteType) ? inviteType : '', inviteCode }))
      if (isSmall(preGroup)) keep({ preGroup })
      if (isSmall(shareUser)) keep({ shareUser })
    },

    setBindInfo: (bindInfo: string): void => keep(withBindInfo(store.getState(), bindInfo)),
  }
}
