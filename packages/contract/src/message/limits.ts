export const UNREAD_POLL_INTERVAL_MS = 60_000

/** How many messages one call deletes. */
export const MESSAGES_AT_ONCE = 100

/** Older messages are dropped. */
export const MESSAGES_KEPT_DAYS = 90
