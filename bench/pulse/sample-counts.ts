import { unreadCountsOf } from '@yunji/contract/session/unread-counts'

/** What each of the accounts under load has, and what the constant says. */
export const SAMPLE_COUNTS = unreadCountsOf({ longNotice: 3, longSettlement: 2 })
