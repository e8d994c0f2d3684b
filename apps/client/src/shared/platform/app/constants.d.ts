/** Set by the build (see config/index.ts). */
declare const API_BASE: string
declare const APP_VERSION: string
/** Host-only cookies when empty. */
declare const COOKIE_DOMAIN: string
/** Where the provider's other pages are; there are none when empty. */
declare const EXTERNAL_WEB_HOST: string
