import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Database that commits on command. */
const scripted = (options: { maxRows?: number; maxWaiting?: number } = {}) => {
  const batches: { rows: readonly number[]; commit: () => void; fail: (error: Error) => void }[] = []
  const writer = createBatchWriter<number>({
    job: 'test',
    log: pino({ level: 'silent' }),
    write: (rows) =>
      new Promise((resolve, reject) => {
        batches.push({ rows: [...rows], commit: resolve, fail: reject })
      }),
    ...options,
  })
  return { writer, batches, rows: () => batches.map((batch) => batch.rows) }
}

const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })

test('rows of 20 ms are written together, and whoever added one waits for the commit', async () => {
  const { writer, batches, rows } = scripted()
  const done: number[] = []
  const first = writer.add(1).then(() => done.push(1))
  await vi.advanceTimersByTimeAsync(19)
  expect(batches).toEqual([])
  const second = writer.add(2).then(() => done.push(2))
  await vi.advanceTimersByTimeAsync(1)
  expect(rows()).toEqual([[1, 2]])
  expect(done).toEqual([])
  batches[0]?.commit()
  await Promise.all([first, second])
  expect(done).toEqual([1, 2])
})

test('a full batch goes at once', () => {
  const { writer, rows } = scripted({ maxRows: 2 })
  void writer.add(1)
  void writer.add(2)
  void writer.add(3)
  expect(rows()).toEqual([[1, 2]])
})

test('a batch waits for the one before', async () => {
  const { writer, batches, rows } = scripted({ maxRows: 1 })
  void writer.add(1)
  void writer.add(2)
  expect(rows()).toEqual([[1]])
  batches[0]?.commit()
  await vi.advanceTimersByTimeAsync(0)
  expect(rows()).toEqual([[1], [2]])
})

test('a database that is away fails everybody who waits for it, and the next one is tried again', async () => {
  const { writer, batches, rows } = scripted({ maxRows: 1 })
  const answers = Promise.allSettled([writer.add(1), writer.add(2)])
  batches[0]?.fail(away())
  expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  void writer.add(3)
  expect(rows()).toEqual([[1], [3]])
})

test('any other failure is that of its own batch', async () => {
  const { writer, batches } = scripted({ maxRows: 1 })
  const answers = Promise.allSettled([writer.add(1), writer.add(2)])
  batches[0]?.fail(new Error('a mistake of ours'))
  await vi.advanceTimersByTimeAsync(0)
  batches[1]?.commit()
  expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }])
})

test('no more than so many rows wait in memory, and there is room again after a failure', async () => {
  const { writer, batches } = scripted({ maxRows: 1, maxWaiting: 2 })
  const waiting = Promise.allSettled([writer.add(1), writer.add(2)])
  await expect(writer.add(3)).rejects.toMatchObject({ error: 'UNAVAILABLE' })
  batches[0]?.fail(away())
  await waiting
  void writer.add(4)
  void writer.add(5)
  await expect(writer.add(6)).rejects.toMatchObject({ error: 'UNAVAILABLE' })
})

test('a row that cannot be written is refused alone and logged, and each batch is over after few tries', async () => {
  const lines: Record<string, unknown>[] = []
  const written: number[] = []
  let tries = 0
  const writer = createBatchWriter<number>({
    job: 'test',
    log: pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }),
    write: async (rows) => {
      tries += 1
      if (rows.includes(7) || rows.includes(63)) throw new Error('a broken row')
      written.push(...rows)
    },
  })
  const rows = Array.from({ length: 100 }, (_, row) => row)
  const answers = Promise.allSettled(rows.map((row) => writer.add(row)))
  await vi.advanceTimersByTimeAsync(20)
  const refused = (await answers).flatMap(({ status }, row) => (status === 'rejected' ? [row] : []))
  expect(refused).toEqual([7, 63])
  expect(written.toSorted((a, b) => a - b)).toEqual(rows.filter((row) => !refused.includes(row)))
  expect(tries).toBeLessThan(32)
  expect(lines).toMatchObject([{ level: 50, job: 'test', rows: 100, failed: 2, err: { message: 'a broken row' } }])
})

test('a database that goes away amid the halves fails what is not written yet', async () => {
  const { writer, batches, rows } = scripted()
  const answers = Promise.allSettled([writer.add(1), writer.add(2)])
  await vi.advanceTimersByTimeAsync(20)
  batches[0]?.fail(new Error('a broken row'))
  await vi.advanceTimersByTimeAsync(0)
  batches[1]?.fail(away())
  expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(rows()).toEqual([[1, 2], [1]])
})
