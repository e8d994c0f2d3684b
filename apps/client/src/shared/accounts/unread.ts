import { getUnreadCount } from '@yunji/contract/messages/calls'
import { readData } from '../api/query.ts'
import { session } from '../session/session.ts'
import { createRefreshUnread } from './refresh-unread.ts'

/** Call it when counts may have changed; known counts go straight into the session. */
export const refreshUnread = createRefreshUnread({
  store: session.store,
  fetchCounts: () => readData(getUnreadCount, {}),
})
