import { getUnreadCount } from '@yunji/contract/messages/calls'
import { readData } from '../api/query.ts'
import { session } from '../session/session.ts'
import { createRefreshUnread } from './refresh-unread.ts'

/** For whoever knows that the counts have changed; who knows the counts themselves puts them into the session. */
export const refreshUnread = createRefreshUnread({
  store: session.store,
  fetchCounts: () => readData(getUnreadCount, {}),
})
