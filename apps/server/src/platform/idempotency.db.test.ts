import { like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { settings } from '../tables/platform.ts'
import { useServer } from '../testing/use-server.ts'
import { DAY_MS } from './clock.ts'
import type { Tx } from './database.ts'
import { AppError } from './errors.ts'
import { assertIdempotencyKey, runOnce } from './idempotency.ts'

const server = await useServer()
const userId = await server.addUser('13900000001', null)

const run = (key: string, input: unknown, effect: (tx: Tx) => Promise<unknown>) =>
  runOnce(server.database.db, server.clock, { userId, callPath: '/test', key, input }, effect)

const rowOf = (key: string) => ({ key, value: {}, updatedAt: server.clock.now() })
const write = async (tx: Tx, key: string): Promise<void> => void (await tx.insert(settings).values(rowOf(key)))
const written = async (pattern: string): Promise<string | undefined> => {
  const [row, ...others] = await server.database.db.select().from(settings).where(like(settings.key, pattern))
  expect(others).toEqual([])
  return row?.key
}

describe('an idempotency key', () => {
  it('gives fifty parallel requests one effect and one answer', async () => {
    let tries = 0
    const buy = async (tx: Tx) => {
      tries += 1
      const order = `order-${tries}`
      await write(tx, order)
      return { order }
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => run('parallel-1', { a: 1 }, buy)))
    const [answer, ...others] = new Set(answers.map((each) => JSON.stringify(each)))
    expect(others).toEqual([])
    expect(JSON.stringify({ order: await written('order-%') })).toBe(answer)
  })

  it('answers also those alike who fail because the first has taken everything', async () => {
    const takeLast = async (tx: Tx) => {
      const [taken] = await tx.insert(settings).values(rowOf('last-piece')).onConflictDoNothing().returning()
      if (!taken) throw new AppError('OUT_OF_STOCK')
      return 'taken'
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => run('last-piece-1', {}, takeLast)))
    expect(new Set(answers)).toEqual(new Set(['taken']))
    await expect(run('last-piece-2', {}, takeLast)).rejects.toMatchObject({ error: 'OUT_OF_STOCK' })
  })

  it('with another input is refused', async () => {
    await run('reused-key', { a: 1 }, async () => 'first')
    const second = run('reused-key', { a: 2 }, async (tx) => write(tx, 'second'))
    await expect(second).rejects.toMatchObject({ error: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await written('second')).toBeUndefined()
  })

  it('forgets a failure, so that the next try is a first one', async () => {
    const failing = run('fails-first', {}, () => Promise.reject(new Error('no stock')))
    await expect(failing).rejects.toThrow('no stock')
    expect(await run('fails-first', {}, async () => 'bought')).toBe('bought')
  })

  it('is kept for a week', async () => {
    await run('weekly-key', {}, async () => 'once')
    server.clock.advance(7 * DAY_MS - 1)
    await server.runJob('maintenance.sweep')
    expect(await run('weekly-key', {}, async () => 'twice')).toBe('once')
    server.clock.advance(2)
    await server.runJob('maintenance.sweep')
    expect(await run('weekly-key', {}, async () => 'twice')).toBe('twice')
  })

  it.each([undefined, '', 'short', 'has space', 'x'.repeat(129), ['a', 'b']])('of %j is bad input', (key) => {
    expect(() => assertIdempotencyKey(key)).toThrow('请求编号')
  })
})
