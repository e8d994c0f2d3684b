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
