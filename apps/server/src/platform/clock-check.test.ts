import type { Pool } from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createClockCheck } from './clock-check.ts'

const START_MS = Date.parse('2026-11-15T08:00:00Z')
const HOUR_MS = 60 * 60_000

const openWorld = () => {
  /** Elapsed real time, error of this machine's clock, response time of the database. */
  const world = { passedMs: 0, aheadMs: 0, answerMs: 0, questions: 0 }
  const query = async () => {
    world.questions += 1
    const ms = START_MS + world.passedMs
    world.passedMs += world.answerMs
    return { rows: [{ ms }] }
  }
  const check = createClockCheck({
    pool: { query } as unknown as Pick<Pool, 'query'>,
    log: pino({ level: 'silent' }),
    own: { now: () => new Date(START_MS + world.passedMs + world.aheadMs) },
    steadyMs: () => world.passedMs,
  })
  return { world, check, now: () => check.clock.now().getTime() - START_MS }
}

it('gives the time of the database while the clock of the machine is wrong', async () => {
  const { world, check, now } = openWorld()
  world.aheadMs = HOUR_MS
  expect(await check.isRight()).toBe(false)
  expect(check.skewMs()).toBe(HOUR_MS)
  world.passedMs += 10_000
  expect(now()).toBe(10_000)
})

it('does not follow a jump, also before the database was asked about it', async () => {
  const { world, check, now } = openWorld()
  expect(await check.isRight()).toBe(true)
  world.passedMs += 500
  for (const jumpMs of [HOUR_MS, -HOUR_MS]) {
    world.aheadMs = jumpMs
    expect(now()).toBe(500)
    expect(await check.isRight()).toBe(false)
  }
  world.aheadMs = 0
  expect(await check.isRight()).toBe(true)
})

it('takes no slow answer for a difference', async () => {
  const { world, check, now } = openWorld()
  world.answerMs = 5000
  expect(await check.isRight()).toBe(true)
  expect(check.skewMs()).toBe(0)
  expect(now()).toBe(5000)
})

it('asks the database once for many who ask at about the same time', async () => {
  const { world, check } = openWorld()
  await Promise.all([check.isRight(), check.isRight()])
  await check.isRight()
  expect(world.questions).toBe(1)
  world.passedMs += 1000
  await check.isRight()
  expect(world.questions).toBe(2)
})

it('tells of each change once', async () => {
  const { world, check } = openWorld()
  const reported: boolean[] = []
  check.onChange((isRight) => reported.push(isRight))
  for (const aheadMs of [0, 5000, 6000, 0, 0, -5000]) {
    world.aheadMs = aheadMs
    world.passedMs += 2000
    await check.isRight()
  }
  expect(reported).toEqual([false, true, false])
})
