import { type InviteState, initialInvite, withBindInfo, withInvite } from '@yunji/contract/session/invite'
import type { Origin } from '@yunji/contract/session/login-extras'
import { createStore } from 'zustand/vanilla'
import type { PageParams } from '../navigation/params-of.ts'
import type { Storage } from '../platform/storage.ts'

export type Arrival = InviteState & Origin

/** What is sent with a login must stay small, whatever a link says. */
const MAX_LENGTH = 64

const initialArrival: Arrival = { ...initialInvite, preGroup: '', shareUser: '' }
const names = Object.keys(initialArrival) as (keyof Arrival)[]

const isSmall = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH

/** How the user came here, and who brought them: kept under the specification's names, whoever logs in or out. */
export const createArrival = (storage: Storage) => {
  const kept = Object.fromEntries(names.map((name) => [name, storage.read(name)]).filter(([, value]) => isSmall(value)))
  const store = createStore<Arrival>(() => ({ ...initialArrival, ...kept }))

  const keep = (changed: Partial<Arrival>) => {
    store.setState(changed)
    for (const [name, value] of Object.entries(changed)) storage.write(name, value)
  }

  return {
    store,

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
