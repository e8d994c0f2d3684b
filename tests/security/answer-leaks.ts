import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@yunji/contract/wire/call'
import { operatorRights } from '@yunji/contract/wire/operator-roles'
import { createMigratedDatabase } from '@yunji/testkit/database'
import * as fc from 'fast-check'
import { buildApp } from '../../apps/server/src/app.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts'
import type { Binding } from '../../apps/server/src/platform/http/binding.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createSessions as createSessionPort } from '../../apps/server/src/platform/sessions/sessions.ts'
import { createAccounts, createSessions } from '../support/accounts.ts'
import { addressOf, callRequest } from '../support/call-request.ts'
import { type Fields, validData, validInput } from './from-schema.ts'

const CANARY = 'canary-that-must-not-fly'
/** Fields that a handler must not leak. */
const STRAY = { secret: CANARY, passwordHash: CANARY, password_hash: CANARY, inner: { deep: [CANARY] } }

const { log } = openLog('silent')

interface Sample {
  readonly input: Fields
  readonly data: unknown
}

/** Serves every call with handlers that return extra fields; returns the calls whose answer contains any. */
export const leaksOfAnswers = async (calls: readonly Call[], count: number, seed: number): Promise<string[]> => {
  const testDatabase = await createMigratedDatabase()
  const [account] = await createAccounts(testDatabase.url, 1)
  const [token = ''] = await createSessions(testDatabase.url, account?.userId ?? 0, 1)
  const database = openDatabase(testDatabase.url, log)
  const harness = createCarelessServer(calls)
  const app = await buildCareless(database, harness.bindings)
  const ask = async (call: Call, input: Fields, index: number): Promise<string> => {
    const { method, path, headers = {}, body } = callRequest(call, input, { token, key: `leak-key-${index}` })
    // Its own address, so that no rate limit applies.
    const remoteAddress = addressOf(index)
    const options = { method: method as 'GET' | 'POST', url: path, headers: { ...headers }, remoteAddress }
    return (await app.inject({ ...options, ...(body !== undefined && { payload: body }) })).body
  }

  try {
    const leaks: string[] = []
    for (const call of calls) {
      const samples = fc.sample(fc.record({ input: validInput(call), data: validData(call) }), { numRuns: count, seed })
      for (const [index, sample] of samples.entries()) {
        leaks.push(...(await leaksOf(call, sample, harness, (input) => ask(call, input, index))))
      }
    }
    return leaks
  } finally {
    await app.close()
    await database.close()
    await testDatabase.drop()
  }
}

/** The handlers' result is set for each request. */
const createCarelessServer = (calls: readonly Call[]) => {
  const harness = { act: (): unknown => null }
  const bindings: Binding[] = calls.map((call) => ({ call, run: async () => harness.act() }))
  return Object.assign(harness, { bindings })
}

const leaksOf = async (
  call: Call,
  { input, data }: Sample,
  harness: { act: () => unknown },
  ask: (input: Fields) => Promise<string>,
): Promise<string[]> => {
  harness.act = () => withStrays(data)
  // The second answer of an idempotent call comes from storage.
  const answers = [await ask(input), ...(call.idempotent ? [await ask(input)] : [])]
  const wrong = answers.filter((answer) => answer.includes(CANARY) || !isDeepStrictEqual(dataOf(answer), data))

  harness.act = () => {
    throw Object.assign(new Error(CANARY, { cause: STRAY }), STRAY)
  }
  const failures = call.idempotent ? [] : [await ask(input)]
  wrong.push(...failures.filter((answer) => answer.includes(CANARY)))
  return wrong.map((answer) => `${call.path} answered ${answer.slice(0, 300)}`)
}

/** Adds the extra fields to every object, and an object where null is expected. */
const withStrays = (data: unknown): unknown => (data === null ? STRAY : withStraysInside(data))

const withStraysInside = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(withStraysInside)
  if (typeof data !== 'object' || data === null) return data
  const fields = Object.entries(data).map(([name, value]) => [name, withStraysInside(value)])
  return { ...STRAY, ...Object.fromEntries(fields) }
}

const dataOf = (answer: string): unknown => (JSON.parse(answer) as { data: unknown }).data

const buildCareless = (database: Database, bindings: readonly Binding[]) =>
  buildApp(
    {
      database,
      sessions: createSessionPort(database, systemClock),
      // Every device belongs to the caller.
      deviceAccess: { findRights: async (_userId, ids) => new Map(ids.map((id) => [id, 'owner'])) },
      operators: {
        find: async () => ({
          operatorId: null,
          sessionId: null,
          name: '测试',
          displayName: '客服',
          role: 'owner',
          rights: operatorRights,
          step: 'ready',
        }),
        findById: async () => null,
        recordRefusal: async () => undefined,
      },
      clock: systemClock,
      log,
      metrics: createMetrics(),
      readiness: { missing: async () => [] },
    },
    bindings,
    { callsPerMinute: 100_000_000, publicOrigins: [], trustedProxies: [] },
  )
