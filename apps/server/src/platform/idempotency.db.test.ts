import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerHarness, startServerHarness } from '../testing/server-harness.ts'
import { DAY_MS } from './clock.ts'
import type { Tx } from './database.ts'
import { assertIdempotencyKey, forgetOldKeys, runOnce } from './idempotency.ts'

let server: ServerHarness
let userId = 0
beforeAll(async () => {
  server = await startServerHarness()
  userId = await server.addUser('13900000001', null)
})
afterAll(() => server.stop())

const run = (key: string, input: unknown, effect: (tx: Tx) => Promise<unknown>) =>
  runOnce(server.database.db, server.clock, { userId, callPath: '/test', key, input }, effect)

describe('an idempotency key', () => {
  it('gives fifty parallel requests one effect and one answer', async () => {
    let effects = 0
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => run('parallel-1', { a: 1 }, async () => ({ order: ++effects }))),
    )
    expect(effects).toBe(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"order":1}']))
  })

  it('with another input is refused', async () => {
    await run('reused-key', { a: 1 }, async () => 'first')
    await expect(run('reused-key', { a: 2 }, async () => 'second')).rejects.toMatchObject({
      error: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('forgets a failure, so that the next try is a first one', async () => {
    const failing = run('fails-first', {}, () => Promise.reject(new Error('no stock')))
    await expect(failing).rejects.toThrow('no stock')
    expect(await run('fails-first', {}, async () => 'bought')).toBe('bought')
  })

  it('is kept for a week', async () => {
    await run('weekly-key', {}, async () => 'once')
    server.clock.advance(7 * DAY_MS - 1)
    await forgetOldKeys(server.database.db, server.clock)
    expect(await run('weekly-key', {}, async () => 'twice')).toBe('once')
    server.clock.advance(2)
    await forgetOldKeys(server.database.db, server.clock)
    expect(await run('weekly-key', {}, async () => 'twice')).toBe('twice')
  })

  it.each([undefined, '', 'short', 'has space', 'x'.repeat(129), ['a', 'b']])('of %j is bad input', (key) => {
    expect(() => assertIdempotencyKey(key)).toThrow('请求编号')
  })
})
