/** Names of the request headers that every client sends (specification, section 7). */
export const header = {
  requestSource: 'requestSource',
  token: 'token',
  userId: 'userId',
  channel: 'channel',
  terminalType: 'terminalType',
  clientType: 'clientType',
  supplierType: 'supplierType',
  idempotencyKey: 'idempotency-key',
  requestId: 'x-request-id',
} as const

export const REQUEST_SOURCE = 'miniApp'
/** The request header value for "any supplier". */
export const ANY_SUPPLIER = '0'

export type ClientType = 'applet' | 'h5'
export type TerminalType = 'IOS' | 'mac' | 'android' | 'Win' | 'other' | 'pad' | 'ipad'

export const DEFAULT_APP_VERSION = '1.0.0'

/** `1.2.3` becomes `001002003`: each part padded to three digits. */
export const versionCodeOf = (version: string): string =>
  version
    .split('.')
    .map((part) => part.padStart(3, '0'))
    .join('')

/** The query parameter that carries {@link versionCodeOf} on every request. */
export const VERSION_CODE_PARAM = 'versionCode'

export interface Terminal {
  /** A browser's user agent, or platform and model as reported by the mini-program. */
  readonly description: string
  /** Touch screen of tablet size; distinguishes Android tablets, and iPads that report a Mac. */
  readonly isTablet: boolean
}

/** The `terminalType` header (section 7). */
export const terminalTypeOf = ({ description, isTablet }: Terminal): TerminalType => {
  if (/ipad/i.test(description)) return 'ipad'
  if (/iphone|ipod|\bios\b/i.test(description)) return 'IOS'
  if (/android/i.test(description)) return isTablet ? 'pad' : 'android'
  if (/mac/i.test(description)) return isTablet ? 'ipad' : 'mac'
  return /win/i.test(description) ? 'Win' : 'other'
}

/** Time-out of the product's calls. */
export const REQUEST_TIMEOUT_MS = 60_000

/** Default time-out of the form client. */
export const FORM_REQUEST_TIMEOUT_MS = 10_000

/** Statuses that the form client accepts: from, and below. */
export const SUCCESS_STATUS_FROM = 200
export const SUCCESS_STATUS_BELOW = 300
