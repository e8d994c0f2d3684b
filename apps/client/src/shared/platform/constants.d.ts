/** Set by the build (see config/index.ts). */
declare const API_BASE: string
/** Host-only cookies when empty. */
declare const COOKIE_DOMAIN: string
