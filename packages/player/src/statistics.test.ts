import { describe, expect, it } from 'vitest'
import { createStatistics } from './statistics.ts'

const make = () => {
  const clock = { ms: 5000 }
  const statistics = createStatistics(() => clock.ms)
  const answerAfter = (ms: number) => {
    const id = statistics.ping()
    clock.ms += ms
    statistics.pong(id)
  }
  return { clock, statistics, answerAfter }
}

describe('statistics', () => {
  it('knows nothing at the beginning', () => {
    expect(make().statistics.read()).toEqual({ roundTripMs: null, framesPerSecond: 0, bitsPerSecond: 0 })
  })

  it('counts the frames and bits of the last second', () => {
    const { clock, statistics } = make()
    statistics.frame(1000)
    clock.ms += 500
    statistics.frame(250)
    expect(statistics.read()).toMatchObject({ framesPerSecond: 2, bitsPerSecond: 10_000 })
    clock.ms += 500
    expect(statistics.read()).toMatchObject({ framesPerSecond: 1, bitsPerSecond: 2000 })
    clock.ms += 500
    expect(statistics.read()).toMatchObject({ framesPerSecond: 0, bitsPerSecond: 0 })
  })

  it('takes the middle of the last five round trips', () => {
    const { statistics, answerAfter } = make()
    for (const ms of [500, 20, 22.4, 900, 21, 23]) answerAfter(ms)
    expect(statistics.read().roundTripMs).toBe(22)
  })

  it('does not take an old answer for a new one', () => {
    const { clock, statistics } = make()
    const old = statistics.ping()
    clock.ms += 4000
    const current = statistics.ping()
    clock.ms += 10
    statistics.pong(old)
    expect(statistics.read().roundTripMs).toBeNull()
    statistics.pong(current)
    expect(statistics.read().roundTripMs).toBe(10)
  })

  it('forgets the times of a link that is gone', () => {
    const { statistics, answerAfter } = make()
    answerAfter(30)
    statistics.resetRoundTrips()
    expect(statistics.read().roundTripMs).toBeNull()
  })
})
