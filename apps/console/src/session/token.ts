import { useSyncExternalStore } from 'react'

/**
 * Kept for the tab: a reload keeps the login, closing the tab ends it, and no other tab or site gets it. A cookie would
 * go out with requests that other sites cause.
 */
const KEY = 'operatorToken'

interface SessionState {
  readonly token: string
  /** Told on the login page. */
  readonly notice: string
}

const stored = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return '' // storage is switched off: the login lasts until a reload
  }
}

let state: SessionState = { token: stored(), notice: '' }
const listeners = new Set<() => void>()

const set = (next: SessionState): void => {
  state = next
  try {
    if (next.token) sessionStorage.setItem(KEY, next.token)
    else sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
  for (const listen of listeners) listen()
}

export const readToken = (): string => state.token
export const beginSession = (token: string): void => set({ token, notice: '' })
export const endSession = (notice = ''): void => set({ token: '', notice })

export const useSessionState = (): SessionState =>
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => state,
  )
