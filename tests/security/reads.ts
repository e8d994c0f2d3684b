import { allCalls } from '@yunji/contract/calls'
import { pages, pathOf } from '@yunji/contract/pages'
import { header } from '@yunji/contract/wire/request'
import { type SideRoute, sideRoutes } from '@yunji/contract/wire/side-routes'
import type { RawRequest } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import * as fc from 'fast-check'
import { tokenHash } from '../support/accounts.ts'
import { callRequest } from '../support/call-request.ts'
import { describe } from '../support/envelope.ts'
import type { Target } from '../support/target.ts'
import { validInput } from './from-schema.ts'

/** Sends every read with and without the session; the caller checks that nothing changed. */
export const readEverything = async ({ databaseUrl, pool }: Target, token: string, inputs: number, seed: number) => {
  const visitors: Record<string, string>[] = [{}, { [header.token]: token }]
  const violations: string[] = []
  let rounds = 0
  for (const request of requestsToRead(inputs, seed)) {
    for (const headers of visitors) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await pool.send({ ...request, method, headers: { ...request.headers, ...headers } })
        if (answer.status >= 500) violations.push(`${method} ${request.path} answered ${describe(answer)}`)
        rounds += 1
      }
    }
  }
  if (!(await wasProlonged(databaseUrl, token)))
    violations.push('no closed read got through: the session is as old as before')
  return { rounds, violations }
}

const requestsToRead = (inputs: number, seed: number): RawRequest[] => {
  const calls = allCalls
    .filter((call) => call.method === 'GET')
    .flatMap((call) => fc.sample(validInput(call), { numRuns: inputs, seed }).map((input) => callRequest(call, input)))
  // `/live` does not end by itself.
  const { live: _live, ...others } = sideRoutes
  const routes = Object.values<SideRoute>(others).filter((route) => route.method === 'GET')
  const paths = ['/', ...pages.map((page) => pathOf(page.route)), ...routes.map((route) => route.path), '/nothing-here']
  return [...calls, ...paths.map((path) => ({ method: 'GET', path, headers: { accept: 'text/html' } }))]
}

const wasProlonged = (url: string, token: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select from sessions where token_hash = $1 and renewed_at > now() - interval '1 day'`,
      [tokenHash(token)],
    )
    return rowCount === 1
  })
