import type { Call } from '@yunji/contract/wire/call'
import { ANY_SUPPLIER, header, REQUEST_SOURCE, VERSION_CODE_PARAM, versionCodeOf } from '@yunji/contract/wire/request'
import type { ClientFacts } from '../platform/app/client-facts.ts'

/** Identity of the caller; empty fields before a login. */
export interface Caller {
  readonly token: string
  readonly userId: number | null
  readonly channel: string
}

/** Every request carries `versionCode` in its query: calls, uploads and the live connection alike. */
export const addressOf = (
  { apiBase, appVersion }: Pick<ClientFacts, 'apiBase' | 'appVersion'>,
  path: string,
  fields: Readonly<Record<string, unknown>> = {},
): string => {
  const query = Object.entries({ ...fields, [VERSION_CODE_PARAM]: versionCodeOf(appVersion) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `${apiBase}${path}?${query.join('&')}`
}

/** The input of a GET goes into the query. */
export const urlOf = (call: Call, input: unknown, client: ClientFacts): string =>
  addressOf(client, call.path, call.method === 'GET' ? { ...(input as object) } : {})

/** The headers of section 7; token and user only if known. */
export const headersOf = (
  call: Pick<Call, 'method' | 'idempotent'>,
  caller: Caller,
  client: ClientFacts,
  idempotencyKey: string,
) => ({
  ...(call.method === 'POST' && { 'content-type': 'application/json' }),
  [header.requestSource]: REQUEST_SOURCE,
  ...(caller.token && { [header.token]: caller.token }),
  ...(caller.userId !== null && { [header.userId]: String(caller.userId) }),
  // A header holds no other script than ours: a channel from a link may.
  [header.channel]: encodeURIComponent(caller.channel),
  [header.terminalType]: client.terminalType,
  [header.clientType]: client.clientType,
  [header.supplierType]: ANY_SUPPLIER,
  ...(call.idempotent && { [header.idempotencyKey]: idempotencyKey }),
})
