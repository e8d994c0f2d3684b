/** Set by the build (see config/index.ts). */
declare const API_BASE: string
declare const APP_VERSION: string
/** Host-only cookies when empty. */
declare const COOKIE_DOMAIN: string
/** Host of the provider's other pages; empty for none. */
declare const EXTERNAL_WEB_HOST: string
