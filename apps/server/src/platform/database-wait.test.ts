import { describe, expect, it } from 'vitest'
import { createDatabaseWait } from './database-wait.ts'

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code })

/** A wait whose pauses pass at once. */
const createWait = (limitSeconds = 20) => {
  let nowMs = 0
  const pauses: number[] = []
  const said: string[] = []
  const wait = createDatabaseWait({
    limitSeconds,
    onWait: (reason) => void said.push(reason),
    steadyMs: () => nowMs,
    pause: async (ms) => {
      pauses.push(ms)
      nowMs += ms
    },
  })
  /** Work that fails before it succeeds. */
  const failing = (error: Error, times: number) => {
    let left = times
    return async () => {
      left -= 1
      if (left >= 0) throw error
      return 'connected'
    }
  }
  return { wait, pauses, said, failing }
}

describe('a start', () => {
  it.each([
    withCode('ECONNREFUSED'),
    withCode('ENOTFOUND'),
    withCode('57P03', 'the database system is starting up'),
    withCode('53300', 'sorry, too many clients already'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout expired'),
    new Error('failed query', { cause: withCode('ECONNREFUSED') }),
  ])('waits after %s, longer each time, and says so once', async (error) => {
    const { wait, pauses, said, failing } = createWait()
    expect(await wait.connect(failing(error, 3))).toBe('connected')
    expect(pauses).toEqual([250, 500, 1000])
    expect(await wait.connect(failing(error, 1))).toBe('connected')
    expect(said).toEqual([error.message])
  })

  it('ends after its limit, with the reason', async () => {
    const { wait, pauses, failing } = createWait(20)
    const error = withCode('ECONNREFUSED')
    await expect(wait.connect(failing(error, 100))).rejects.toMatchObject({
      message: 'the database has not answered for 20 s',
      cause: error,
    })
    expect(Math.max(...pauses)).toBe(5000)
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(20_000)
  })

  it.each([withCode('28P01', 'password authentication failed'), withCode('3D000', 'no such database')])(
    'ends at once after %s',
    async (error) => {
      const { wait, pauses, failing } = createWait()
      await expect(wait.connect(failing(error, 1))).rejects.toBe(error)
      expect(pauses).toEqual([])
    },
  )

  it.each([
    ['that is over', () => createWait()],
    ['without patience', () => createWait(0)],
  ])('%s waits no more', async (what, create) => {
    const { wait, failing } = create()
    if (what === 'that is over') wait.end()
    const error = withCode('ECONNREFUSED')
    await expect(wait.connect(failing(error, 1))).rejects.toBe(error)
  })
})
