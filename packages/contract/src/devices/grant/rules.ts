import { pathOf } from '../../pages.ts'
import type { StreamMode } from '../device/stream.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const GRANT_LONGEST_MS = 365 * DAY_MS
/** Open grants of one device. */
export const GRANTS_PER_DEVICE = 20

export const SHARE_LONGEST_MS = 30 * DAY_MS
export const SHARES_PER_DEVICE = 10
export const SHARE_MOST_USES = 100
/** Wrong PINs after which a share opens nothing any more. */
export const SHARE_PIN_TRIES = 5
export const SHARE_PIN_CHARACTERS = 4
export const SHARE_PIN_PATTERN = /^\d{4}$/
/** 32 random bytes in base64url. */
export const SHARE_SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** Crockford's base 32: forty random bits in eight characters. */
export const CARD_CODE_CHARACTERS = 8
export const CARD_CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Days that the owner can read the log for. */
export const USE_LOG_DAYS = 90

/** Query parameters of the page that opens a share. */
export const SHARE_PARAM = 'share'
export const CARD_CODE_PARAM = 'cardCode'

/** What a share is opened with: the secret of its link, or its card code. */
export type ShareCredential = { readonly secret: string } | { readonly cardCode: string }

const LINKED_SECRET = new RegExp(`[?&]${SHARE_PARAM}=([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])`)
const LINKED_CODE = new RegExp(`[?&]${CARD_CODE_PARAM}=([^&#]*)`)

export const accessLabels: Readonly<Record<StreamMode, string>> = { view: '仅观看', control: '可操作' }

/** A typed card code: case, wide characters, whatever stands around it, and letters that look like digits. */
export const readCardCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** `8F2K 61QM`. */
export const formatCardCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$& ')

/** Reads what somebody typed, pasted or scanned: a link, also among other words, or a card code. */
export const readShareCredential = (typed: string): ShareCredential | undefined => {
  const secret = LINKED_SECRET.exec(typed)?.[1]
  if (secret !== undefined) return { secret }
  const cardCode = readCardCode(LINKED_CODE.exec(typed)?.[1] ?? typed)
  return CARD_CODE_PATTERN.test(cardCode) ? { cardCode } : undefined
}

const OPENING_PAGE = pathOf('webView/web_instance')

/** Page that opens a share. */
export const sharePath = (credential: ShareCredential): string =>
  'secret' in credential
    ? `${OPENING_PAGE}?${SHARE_PARAM}=${credential.secret}`
    : `${OPENING_PAGE}?${CARD_CODE_PARAM}=${credential.cardCode}`

/** Page on which a visitor types a card code. */
export const CARD_CODE_ENTRY = `${OPENING_PAGE}?${CARD_CODE_PARAM}=`
