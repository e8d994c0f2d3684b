import { unreadCountsOf } from '@yunji/contract/messages/rules'

/** What each of the accounts under load has, and what the constant says. */
export const SAMPLE_COUNTS = unreadCountsOf({ longNotice: 3, longSettlement: 2 })
