import { type Call, isOpenTo } from '@yunji/contract/wire/call'
import { header } from '@yunji/contract/wire/request'
import { formatRequest, type RawRequest } from '@yunji/testkit/raw-http'
import * as fc from 'fast-check'
import { addressOf, callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { hasOpenField, validInput } from './from-schema.ts'
import { hasStrangeBody, malformedBody, strangeBody } from './hostile-bodies.ts'
import { protocolAttack } from './hostile-protocol.ts'
import { malformedQuery } from './hostile-queries.ts'

/** A request, and whether it must be refused. */
export interface Attack {
  readonly kind: string
  readonly bytes: Buffer
  readonly isHead: boolean
  readonly mustRefuse: boolean
  /** Not HTTP: Node may answer it without a body. */
  readonly isRaw: boolean
}

interface Kind {
  readonly kind: string
  readonly weight: number
  readonly request: fc.Arbitrary<RawRequest>
}

/** Requests that the call must refuse, with and without a session. */
export const malformedRequest = (call: Call, token: string): fc.Arbitrary<Attack> =>
  fc.oneof(
    ...kindsOf(call, token).map(({ kind, weight, request }) => ({
      weight,
      arbitrary: dressed(request, token).map((dressedUp) => attackOf(kind, dressedUp, true)),
    })),
    { weight: 1, arbitrary: protocolAttack(call).map((bytes) => ({ kind: 'protocol', bytes, ...RAW })) },
  )

const RAW = { isHead: false, mustRefuse: true, isRaw: true }

/** Unusual but valid requests: any answer but a 5xx is right. Undefined where there are none. */
export const strangeRequest = (call: Call, token: string): fc.Arbitrary<Attack> | undefined =>
  call.method === 'POST' && hasOpenField(call) && hasStrangeBody(call)
    ? dressed(bodyOf(call, strangeBody(call)), token).map((request) => attackOf('strange body', request, false))
    : undefined

const attackOf = (kind: string, request: RawRequest, mustRefuse: boolean): Attack => ({
  kind,
  bytes: formatRequest(request),
  isHead: request.method === 'HEAD',
  mustRefuse,
  isRaw: false,
})

const kindsOf = (call: Call, token: string): Kind[] => [
  ...(call.method === 'POST' ? postKinds(call) : [{ kind: 'query', weight: 10, request: queryOf(call) }]),
  ...(isOpenTo(call.access) ? [] : [{ kind: 'token', weight: 2, request: wrongToken(call) }]),
  ...(call.idempotent ? [{ kind: 'idempotency key', weight: 2, request: wrongKey(call, token) }] : []),
  { kind: 'method', weight: 1, request: wrongMethod(call) },
  { kind: 'path', weight: 1, request: wrongPath(call) },
]

const postKinds = (call: Call): Kind[] => [
  { kind: 'body', weight: 10, request: bodyOf(call, malformedBody(call)) },
  { kind: 'content type', weight: 1, request: wrongContentType(call) },
]

const JSON_TYPE = { 'content-type': 'application/json' }
const GOOD_KEY = { [header.idempotencyKey]: 'fuzz-key-00000001' }

const bodyOf = (call: Call, body: fc.Arbitrary<string | Buffer>): fc.Arbitrary<RawRequest> =>
  body.map((text) => ({ method: 'POST', path: call.path, headers: { ...JSON_TYPE, ...GOOD_KEY }, body: text }))

const queryOf = (call: Call): fc.Arbitrary<RawRequest> =>
  malformedQuery(call).map((query) => ({ method: 'GET', path: `${call.path}?${asciiOnly(query)}` }))

/** Non-ASCII characters as the bytes of their UTF-8. */
const asciiOnly = (text: string): string => Buffer.from(text).toString('latin1')

const CONTENT_TYPES = [
  'text/plain text/json application/xml application/x-www-form-urlencoded application/octet-stream application/jsonp',
  'application/json-patch+json multipart/form-data;boundary=x garbage application/ ; */* application/json,text/plain',
]
  .flatMap((line) => line.split(' '))
  .concat('', 'application/json application/json', 'a'.repeat(3_000))

const wrongContentType = (call: Call): fc.Arbitrary<RawRequest> =>
  fc.record({ input: validInput(call), type: fc.constantFrom(...CONTENT_TYPES) }).map(({ input, type }) => ({
    ...callRequest(call, input, { key: 'fuzz-key-00000002' }),
    headers: { ...GOOD_KEY, 'content-type': type },
  }))

const TOKENS = ['x', ' ', 'null', 'undefined', 'Bearer x', '../..', "' or 1=1 --", '\u00e9\u00ff', 'x'.repeat(43)]

const wrongToken = (call: Call): fc.Arbitrary<RawRequest> =>
  fc
    .record({
      input: validInput(call),
      token: fc.oneof(fc.constantFrom(...TOKENS, 'x'.repeat(8_000)), fc.base64String({ minLength: 40, maxLength: 48 })),
      isDoubled: fc.boolean(),
    })
    .map(({ input, token, isDoubled }) =>
      callRequest(call, input, { token, key: 'fuzz-key-00000003', ...(isDoubled && { headers: { Token: token } }) }),
    )

const KEYS = ['', 'short', 'has space', '"quoted-key"', '../../../../', 'x'.repeat(129), 'é'.repeat(10), 'a,b,c,d,e,f']

const wrongKey = (call: Call, token: string): fc.Arbitrary<RawRequest> =>
  fc
    .record({ input: validInput(call), key: fc.option(fc.constantFrom(...KEYS), { nil: undefined }) })
    .map(({ input, key }) => callRequest(call, input, { token, ...(key !== undefined && { key }) }))

const wrongMethod = (call: Call): fc.Arbitrary<RawRequest> =>
  // HEAD is allowed where GET is.
  fc
    .constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', call.method === 'GET' ? 'POST' : 'HEAD')
    .map((method) => ({ method, path: call.path, ...(method === 'POST' && { headers: JSON_TYPE, body: '{}' }) }))

const PATH_ENDS = ['/x', '%zz', '%2f', '%00', ';a=b', '/../../admin', '/%2e%2e', '.json', '%20', 'x'.repeat(2_000)]

/** The body is invalid too, so the call must refuse the request if it is reached. */
const wrongPath = (call: Call): fc.Arbitrary<RawRequest> =>
  fc
    .oneof(
      fc.constantFrom(...PATH_ENDS).map((end) => `${call.path}${end}`),
      fc.constantFrom(call.path.toUpperCase(), `/${call.path}`, call.path.replace('/api', '/./api'), '/%zz', '/%'),
    )
    .map((path) => ({ method: call.method, path, ...(call.method === 'POST' && { headers: JSON_TYPE, body: '[]' }) }))

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { userId: 'NaN', channel: 'x'.repeat(2_000), terminalType: '\u00ff', clientType: '../', supplierType: '-1' },
  { 'x-request-id': '\u00ff\u00fe', cookie: 'token=x; token=y; =; ;;', accept: '*/*;q=x' },
  { expect: '100-continue' },
  { range: 'bytes=0-0', 'if-none-match': '*', 'accept-encoding': 'zip, x;q=9' },
  { 'content-encoding': 'gzip' },
]

/** Adds a session to about half of the requests, an own address and unusual headers. */
const dressed = (request: fc.Arbitrary<RawRequest>, token: string): fc.Arbitrary<RawRequest> =>
  fc
    .record({ request, hasSession: fc.boolean(), address: fc.nat(0xffffff), odd: fc.constantFrom(...ODD_HEADERS) })
    .map(({ request: { headers = {}, ...rest }, hasSession, address, odd }) => ({
      ...rest,
      headers: {
        ...odd,
        ...(hasSession && { [header.token]: token }),
        [FORWARDED_FOR]: addressOf(address),
        ...headers,
      },
    }))
