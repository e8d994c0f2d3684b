import type { Envelope } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import type { RawResponse } from '@yunji/testkit/raw-http'

const KNOWN_CODES: ReadonlySet<unknown> = new Set(Object.values(ErrorCode))
const FIELDS = ['code', 'data', 'msg', 'ts']

/** Null when the response has no valid envelope. */
export const readEnvelope = ({ body }: Pick<RawResponse, 'body'>): Envelope | null => {
  const value = parse(body)
  if (typeof value !== 'object' || value === null) return null
  if (Object.keys(value).toSorted().join() !== FIELDS.join()) return null
  const { code, msg, ts } = value as Envelope
  return KNOWN_CODES.has(code) && typeof msg === 'string' && Number.isSafeInteger(ts) ? (value as Envelope) : null
}

/** Whether the message is Chinese; by the specification a missing path is in English. */
export const hasReadableText = ({ msg }: Envelope): boolean => /\p{Script=Han}/u.test(msg) || msg === 'Not Found'

/** Short form of a response for violations. */
export const describe = ({ status, body }: RawResponse): string => `${status} ${body.slice(0, 200)}`

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
