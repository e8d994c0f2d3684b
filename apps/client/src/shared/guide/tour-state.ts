import { create } from 'zustand'
import { storage } from '../platform/storage/storage.ts'
import { session } from '../session/session.ts'

const KEY = 'guideEnded'

/** Asked for from the account page; in memory, since a tab takes no parameters. */
export const useTourAsked = create<{ readonly isAsked: boolean }>(() => ({ isAsked: false }))

const ownId = (): string => String(session.store.getState().userId ?? '')

export const tourState = {
  ask: (): void => useTourAsked.setState({ isAsked: true }),
  forget: (): void => useTourAsked.setState({ isAsked: false }),
  /** This client knows that the account's tour is over: also when the server could not be told. */
  hasEndedHere: (): boolean => storage.read(KEY) === ownId(),
  noteEnd: (): void => storage.write(KEY, ownId()),
}
