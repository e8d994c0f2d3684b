/** A page that is not there by then is given up, with an error that offers a retry. */
export const PAGE_LOAD_TIMEOUT_MS = 60_000

/** One bundle file: the loader itself gives up on it. */
export const BUNDLE_LOAD_TIMEOUT_MS = 120_000

/** A page that comes sooner shows no loading sign at all, so that quick navigation does not flicker. */
export const ASYNC_PAGE_DELAY_MS = 200
