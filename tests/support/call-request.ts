import type { Call } from '@yunji/contract/wire/call'
import { header } from '@yunji/contract/wire/request'
import { jsonPost, type RawRequest } from '@yunji/testkit/raw-http'

export type CallFields = Readonly<Record<string, unknown>>

interface CallOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What this request does happens once per key. */
  readonly key?: string
}

/** A call as a proper client makes it. */
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

/** Logins are limited by address; a server that trusts its balancer takes this for the client's. */
export const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

/** Whoever sends it is an operator of the servers that promises are tried on. */
export const OPERATOR_TOKEN = 'operator-token-of-the-promise-suites'

/** What opens a call: the user's token, or the operator's where it is theirs. */
export const tokenFor = (call: Call, userToken: string): string =>
  call.access.kind === 'operator' ? OPERATOR_TOKEN : userToken
