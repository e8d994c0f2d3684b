import { createFakeClock } from '@yunji/testkit/fake-clock'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { createBackoff, forEachBatch, forEachRow, readPages } from './each-row.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
const work = { job: 'sweep', log, fields: (id: number) => ({ id }) }
beforeEach(() => lines.splice(0))

const failsAt =
  (...broken: readonly number[]) =>
  async (id: number): Promise<void> => {
    if (broken.includes(id)) throw new Error(`broken ${id}`)
  }

it('goes on past a row that fails, and says which one', async () => {
  const seen: number[] = []
  const failed = await forEachRow(work, [1, 2, 3], async (id) => {
    seen.push(id)
    await failsAt(2)(id)
  })
  expect({ seen, failed }).toEqual({ seen: [1, 2, 3], failed: [2] })
  expect(lines).toMatchObject([{ level: 50, job: 'sweep', id: 2, err: { message: 'broken 2' } }])
})

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it('stops when the database is gone, and not when a provider is', async () => {
  const seen: number[] = []
  const run = (error: Error) =>
    forEachRow(work, [1, 2], async (id) => {
      seen.push(id)
      throw error
    })
  await expect(run(refused)).rejects.toThrow('ECONNREFUSED')
  await expect(run(new DrizzleQueryError('select 1', [], refused))).rejects.toThrow('Failed query')
  expect(seen).toEqual([1, 1])
  expect(await run(new TypeError('fetch failed', { cause: refused }))).toEqual([1, 2])
})

it('works on as many rows side by side as it may, each once', async () => {
  const rows = Array.from({ length: 30 }, (_, id) => id)
  const seen: number[] = []
  let running = 0
  let most = 0
  const failed = await forEachRow({ ...work, concurrency: 4 }, rows, async (id) => {
    seen.push(id)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running -= 1
    await failsAt(3, 4)(id)
  })
  expect({ seen: seen.toSorted((a, b) => a - b), most, failed }).toEqual({ seen: rows, most: 4, failed: [3, 4] })
})

it('takes no further row once the database is gone, also side by side', async () => {
  const rows = Array.from({ length: 100 }, (_, id) => id)
  const seen: number[] = []
  const working = forEachRow({ ...work, concurrency: 4 }, rows, async (id) => {
    seen.push(id)
    await new Promise(setImmediate)
    if (id === 1) throw refused
  })
  await expect(working).rejects.toThrow('ECONNREFUSED')
  await new Promise(setImmediate)
  expect(seen.length).toBeLessThan(10)
})

it('finds the broken rows of a batch by halves', async () => {
  const done: number[] = []
  const rows = Array.from({ length: 100 }, (_, id) => id)
  let tries = 0
  const failed = await forEachBatch(work, rows, async (some) => {
    tries += 1
    for (const id of some) await failsAt(7, 63)(id)
    done.push(...some)
  })
  expect(failed).toEqual([7, 63])
  expect(done.toSorted((a, b) => a - b)).toEqual(rows.filter((id) => id !== 7 && id !== 63))
  expect(tries).toBeLessThan(32)
  expect(lines.map(({ id }) => id)).toEqual([7, 63])
  expect(await forEachBatch(work, [], failsAt as never)).toEqual([])
})

it('reads page after page behind the last row, whatever became of it', async () => {
  const requestedAfter: (number | undefined)[] = []
  const read = async (after: number | undefined, limit: number) => {
    requestedAfter.push(after)
    return [1, 2, 3, 4, 5].filter((id) => id > (after ?? 0)).slice(0, limit)
  }
  expect(await forEachRow(work, readPages(2, read), failsAt(1, 2))).toEqual([1, 2])
  expect(requestedAfter).toEqual([undefined, 2, 4])
})

it('ends where a page comes again, as with rows of one millisecond', async () => {
  const read = async (): Promise<number[]> => [1, 2]
  expect(await forEachRow(work, readPages(2, read), failsAt(2))).toEqual([2])
})

const DAY_MS = 24 * 60 * 60_000
const ROUND_MS = 5_000

it('tries and logs a row that stays broken later and later, and at once when it was mended', async () => {
  const clock = createFakeClock()
  const steady = { ...work, backoff: createBackoff(clock) }
  const tried: number[] = []
  const round = (broken: readonly number[]) =>
    forEachRow(steady, [1, 2], async (id) => {
      tried.push(id)
      await failsAt(...broken)(id)
    })
  for (let elapsed = 0; elapsed < 2 * DAY_MS; elapsed += ROUND_MS) {
    await round([1])
    clock.advance(ROUND_MS)
  }
  const rounds = (2 * DAY_MS) / ROUND_MS
  expect(tried.filter((id) => id === 2)).toHaveLength(rounds)
  const failures = tried.filter((id) => id === 1).length
  expect(failures).toBe(lines.length)
  // Every ten minutes, and a few more in the beginning.
  expect(failures).toBeGreaterThan(2 * 144)
  expect(failures).toBeLessThan(2 * 144 + 10)
  clock.advance(600_000)
  await round([])
  tried.splice(0)
  await round([1])
  await round([1])
  await round([1])
  expect(tried.filter((id) => id === 1)).toEqual([1, 1])
})

it('leaves rows that wait out of a batch', async () => {
  const clock = createFakeClock()
  const steady = { ...work, backoff: createBackoff(clock) }
  const batches: (readonly number[])[] = []
  const round = () =>
    forEachBatch(steady, [1, 2, 3], async (some) => {
      batches.push(some)
      for (const id of some) await failsAt(2)(id)
    })
  await round()
  await round()
  batches.splice(0)
  await round()
  expect(batches).toEqual([[1, 3]])
  clock.advance(10_000)
  await round()
  expect(batches[1]).toEqual([1, 2, 3])
})
