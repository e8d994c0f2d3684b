import { login } from '@yunji/contract/accounts/session/calls'
import { allCalls } from '@yunji/contract/calls'
import type { Call } from '@yunji/contract/wire/call'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { type SideRoute, sideRoutes } from '@yunji/contract/wire/side-routes'
import type { RawRequest, RawResponse } from '@yunji/testkit/raw-http'
import * as fc from 'fast-check'
import { addressOf, callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, hasReadableText, readEnvelope } from '../support/envelope.ts'
import type { Target } from '../support/target.ts'
import { validInput } from './from-schema.ts'

const foreignOrigins = (port: number): string[] => [
  'https://evil.example',
  'null',
  '',
  'garbage',
  'file://',
  `http://localhost:${port + 1}`,
  `http://localhost.evil.example:${port}`,
  `http://localhost:${port}@evil.example`,
  `http://evil.example/http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
  'http://[::1]',
]

/** Every write with a foreign Origin, then with the own Origin and without one. */
export const foreignWrites = async (target: Target, inputs: number, seed: number) => {
  const { port, pool } = target
  const host = `localhost:${port}`
  const violations: string[] = []
  let rounds = 0
  const send = (request: RawRequest, origin: string | undefined): Promise<RawResponse> => {
    rounds += 1
    const headers = { ...request.headers, host, ...(origin !== undefined && { origin }) }
    return pool.send({ ...request, headers: { ...headers, [FORWARDED_FOR]: addressOf(rounds) } })
  }

  for (const request of writesOf(target, inputs, seed)) {
    for (const origin of foreignOrigins(port)) {
      const answer = await send(request, origin)
      if (!isRefusal(answer)) violations.push(`${request.method} ${request.path} from "${origin}": ${describe(answer)}`)
    }
    for (const origin of [`http://${host}`, undefined]) {
      // An invalid body: only the Origin check matters, and nothing must be written.
      const answer = await send({ ...request, body: '[' }, origin)
      if (answer.status === 403) violations.push(`${request.path} from ${origin ?? 'no origin'}: ${describe(answer)}`)
    }
  }
  return { rounds, violations }
}

const writesOf = (target: Target, inputs: number, seed: number): RawRequest[] => {
  const calls = allCalls.filter((call) => call.method === 'POST')
  const routes = [...Object.values<SideRoute>(sideRoutes), ...Object.values<SideRoute>(servedRoutes)].filter(
    (route) => route.method === 'POST',
  )
  return [
    ...calls.flatMap((call) => inputsOf(call, target, inputs, seed).map((input) => realRequest(call, input, target))),
    ...routes.map(({ method, path }) => ({
      method,
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1',
    })),
    ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method, path: login.path, body: '{}' })),
  ]
}

/** A valid login; for other calls, any valid input. */
const inputsOf = (call: Call, { account }: Target, count: number, seed: number) => {
  if (call.path !== login.path) return fc.sample(validInput(call), { numRuns: count, seed })
  return [{ mobilePhone: account.mobilePhone, password: account.password }]
}

const realRequest = (call: Call, input: Record<string, unknown>, { token }: Target): RawRequest =>
  callRequest(call, input, { token, key: 'from-a-foreign-page' })

const isRefusal = (answer: RawResponse): boolean => {
  const envelope = readEnvelope(answer)
  const isShared = 'access-control-allow-origin' in answer.headers
  return answer.status === 403 && envelope !== null && hasReadableText(envelope) && !isShared
}
