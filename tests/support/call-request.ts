import type { Call } from '@yunji/contract/wire/call'
import { header } from '@yunji/contract/wire/request'
import { jsonPost, type RawRequest } from '@yunji/testkit/raw-http'

export type CallFields = Readonly<Record<string, unknown>>

interface CallOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Idempotency key. */
  readonly key?: string
}

/** Formats a call as the client does. */
export const callRequest = (call: Call, input: CallFields, { token, headers, key }: CallOptions = {}): RawRequest => {
  const all = {
    ...(token !== undefined && { [header.token]: token }),
    ...(call.idempotent && key !== undefined && { [header.idempotencyKey]: key }),
    ...headers,
  }
  if (call.method === 'POST') return jsonPost(call.path, input, all)
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return { method: 'GET', path: query.size > 0 ? `${call.path}?${query}` : call.path, headers: all }
}

export const FORWARDED_FOR = 'x-forwarded-for'

/** A client address for `x-forwarded-for`: logins are limited by address. */
export const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

/** Operator token of the servers under test. */
export const OPERATOR_TOKEN = 'operator-token-of-the-promise-suites'
