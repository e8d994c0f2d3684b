import type { UnreadCounts } from '@yunji/contract/messages/rules'
import type { StoreApi } from 'zustand/vanilla'
import type { SessionState } from '../session/session-state.ts'

interface RefreshDeps {
  readonly store: StoreApi<SessionState>
  readonly fetchCounts: () => Promise<UnreadCounts>
}

/** Refetches the counts. Drops an answer for another account, or one that newer counts overtook. */
export const createRefreshUnread =
  ({ store, fetchCounts }: RefreshDeps) =>
  async (): Promise<void> => {
    const before = store.getState()
    if (!before.token) return
    const unread = await fetchCounts()
    const { token, unread: known } = store.getState()
    if (token === before.token && known === before.unread) store.setState({ unread })
  }
