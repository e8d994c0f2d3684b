import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Clock } from '../../platform/clock.ts'
import { listenOnLoopback } from '../loopback.ts'
import { type Credentials, signTencent } from './sign.ts'

/** Result of an action, or its error code. */
type ActionAnswer = { readonly answer: object } | { readonly error: string }
export type Actions = Readonly<Record<string, (input: Record<string, unknown>) => ActionAnswer>>

interface EmbeddedOptions {
  readonly credentials: Credentials
  readonly clock: Clock
  readonly service: string
  readonly actions: Actions
}

/** Maximum age of a request, as at the vendor. */
const OLDEST_SECONDS = 300

/** Stand-in for a Tencent Cloud service: the same protocol, with signature check. */
export const startEmbeddedTencent = (options: EmbeddedOptions) =>
  listenOnLoopback(
    createServer(async (request, response) => {
      const payload = await text(request)
      const result = isSigned(options, request, payload)
        ? perform(options.actions, request, payload)
        : { error: 'AuthFailure.SignatureFailure' }
      const fields = 'error' in result ? { Error: { Code: result.error, Message: result.error } } : result.answer
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ Response: { ...fields, RequestId: 'embedded' } }))
    }),
  )

const perform = (actions: Actions, request: IncomingMessage, payload: string): ActionAnswer => {
  const action = actions[String(request.headers['x-tc-action'])]
  return action ? action(JSON.parse(payload) as Record<string, unknown>) : { error: 'InvalidAction' }
}

const isSigned = ({ credentials, clock, service }: EmbeddedOptions, request: IncomingMessage, payload: string) => {
  const { authorization = '', host = '' } = request.headers
  const epochSeconds = Number(request.headers['x-tc-timestamp'])
  const age = Math.abs(clock.now().getTime() / 1000 - epochSeconds)
  if (!(age <= OLDEST_SECONDS)) return false
  const headers = {
    'content-type': String(request.headers['content-type']),
    host,
    'x-tc-action': String(request.headers['x-tc-action']),
  }
  const expected = Buffer.from(signTencent(credentials, { service, headers, payload, epochSeconds }))
  const given = Buffer.from(authorization)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
