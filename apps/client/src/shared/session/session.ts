import { useStore } from 'zustand'
import { client } from '../platform/app/client'
import { cookies } from '../platform/storage/cookies'
import { storage } from '../platform/storage/storage.ts'
import { createSession } from './create-session.ts'
import type { SessionState } from './session-state.ts'

export const session = createSession({ storage, cookies, client })

export const useSession = <Selected>(select: (state: SessionState) => Selected): Selected =>
  useStore(session.store, select)

export const useIsLoggedIn = (): boolean => useSession(({ token }) => token !== '')

export const useSavedAccounts = () => useStore(session.saved)
