/** A limit belongs to the later state: at exactly this distance the new state holds. */

/** One usage log after each of these while the client is visible, the first one after the first. */
export const USAGE_LOG_INTERVAL_MS = 30_000

/** Hidden this long, the client starts a new log session when it shows again. */
export const NEW_SESSION_AFTER_HIDDEN_MS = 45_000

/** A session that ends sooner sends no exit log. */
export const EXIT_LOG_SKIPPED_WITHIN_MS = 1_000
