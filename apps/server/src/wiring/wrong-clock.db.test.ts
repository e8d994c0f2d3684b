import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepDevices } from '../modules/devices/fleet/index.ts'
import { type Clock, later, MINUTE_MS } from '../platform/clock.ts'
import { createClockCheck } from '../platform/clock-check.ts'
import { createDevices } from '../testing/devices.ts'
import { METRICS_TOKEN, type ServerHarness, startServerHarness } from '../testing/server-harness.ts'

const HOUR_MS = 60 * MINUTE_MS

/** A wrong system clock: real time plus this offset. */
let aheadMs = 0
const machineClock: Clock = { now: () => later(new Date(), aheadMs) }
const logged: { level: number; msg: string; skewMs?: number }[] = []

let server: ServerHarness
let make: ReturnType<typeof createDevices>
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  server = await startServerHarness({}, log, ({ pool }) => createClockCheck({ pool, log, own: machineClock }))
  make = createDevices(server)
})
afterAll(() => server.stop())

const runPeriodicJobs = async (): Promise<void> => {
  for (const { run } of server.periodicJobs) await run()
}
const readyz = async () => (await server.app.inject({ url: sideRoutes.readyz.path })).json()
const metrics = async () =>
  (await server.app.inject({ url: sideRoutes.metrics.path, headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))
    .body

describe('a clock that is an hour ahead', () => {
  beforeEach(async () => {
    aheadMs = 0
    await runPeriodicJobs()
    logged.length = 0
  })

  it('expires nothing that is paid for, and says so, until it is right again', async () => {
    const { userId } = await make.addPerson()
    const paid = await make.addDevice(userId, { expiresAt: later(new Date(), 30 * MINUTE_MS) })
    const over = await make.addDevice(userId, { expiresAt: later(new Date(), -1000) })
    const kept = await make.addDevice(userId, { state: 'expired', stateDeadline: later(new Date(), 30 * MINUTE_MS) })
    aheadMs = HOUR_MS
    await runPeriodicJobs()
    expect(await Promise.all([paid, over, kept].map(({ id }) => make.stateOf(id)))).toEqual([
      'running',
      'running',
      'expired',
    ])
    expect(await readyz()).toEqual({ ready: false, missing: ['clock'] })
    expect(await metrics()).toMatch(/^yunji_clock_skew_seconds 3(599|600)/m)
    const errors = logged.filter(({ level, msg }) => level >= 50 && msg.includes('clock'))
    expect(errors).toHaveLength(1)
    expect(Math.round((errors[0]?.skewMs ?? 0) / MINUTE_MS)).toBe(60)

    aheadMs = 0
    await runPeriodicJobs()
    expect(await Promise.all([paid, over].map(({ id }) => make.stateOf(id)))).toEqual(['running', 'expired'])
    expect(await readyz()).toEqual({ ready: true, missing: [] })
    expect(logged.filter(({ msg }) => msg.includes('in sync with the database'))).toHaveLength(1)
  })

  it('is noticed behind the database as well, and from two seconds on', async () => {
    const missing = async (ahead: number) => {
      aheadMs = ahead
      return (await readyz()).missing
    }
    expect(await missing(-HOUR_MS)).toEqual(['clock'])
    expect(await missing(-1000)).toEqual([])
    expect(await missing(1000)).toEqual([])
    expect(await missing(3000)).toEqual(['clock'])
  })

  it('keeps sessions and codes as long as they were to last', async () => {
    const { token } = await make.addPerson()
    aheadMs = 400 * 24 * HOUR_MS
    expect(await server.get('/vmcloud/api/user/getUserInfo', { token })).toMatchObject({ code: ErrorCode.OK })
    aheadMs = 0
  })

  it('ends nothing that is paid for in a round that had begun before', async () => {
    const { userId } = await make.addPerson()
    const paid = await make.addDevice(userId, { expiresAt: later(new Date(), 30 * MINUTE_MS) })
    const kept = await make.addDevice(userId, { state: 'expired', stateDeadline: later(new Date(), 30 * MINUTE_MS) })
    const clock = { now: () => later(new Date(), HOUR_MS), sqlNow: sql`now()` }
    await sweepDevices({ ...server, clock, log: pino({ level: 'silent' }) })()
    expect(await Promise.all([paid, kept].map(({ id }) => make.stateOf(id)))).toEqual(['running', 'expired'])
  })
})
