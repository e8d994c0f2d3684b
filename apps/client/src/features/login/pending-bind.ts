import { create } from 'zustand'

export interface PendingBind {
  readonly bindTicket: string
  readonly returnPath: string | undefined
}

/** On its way from where the messaging app was asked to where a phone is bound. It is not stored: it is worth a login. */
export const usePendingBind = create<{ readonly pending: PendingBind | null }>(() => ({ pending: null }))

export const setPendingBind = (pending: PendingBind | null): void => usePendingBind.setState({ pending })
