import { beforeEach, expect, test, vi } from 'vitest'
import { createListCache } from './list-cache.ts'

const MINUTE_MS = 60_000

interface Entry {
  readonly name: string
  readonly value: string
}

let nowMs: number
const load = vi.fn<(category: string) => Promise<readonly Entry[]>>()
let read: (category: string) => Promise<readonly unknown[]>

beforeEach(() => {
  nowMs = 0
  load.mockReset().mockImplementation(async (category) => [{ name: category, value: '1' }])
  read = createListCache({ load, clock: () => nowMs })
})

test('shows an entry by its name', async () => {
  expect(await read('industry')).toEqual([{ name: 'industry', value: '1', label: 'industry' }])
})

test('keeps a list for five minutes, each its own', async () => {
  await read('industry')
  nowMs = 2 * MINUTE_MS
  await read('worktype')
  nowMs = 5 * MINUTE_MS - 1
  await read('industry')
  expect(load.mock.calls).toEqual([['industry'], ['worktype']])
  nowMs = 5 * MINUTE_MS
  await read('industry')
  await read('worktype')
  expect(load.mock.calls).toEqual([['industry'], ['worktype'], ['industry']])
})

test('is loaded once for all who ask at the same time', async () => {
  const [one, other] = await Promise.all([read('industry'), read('industry')])
  expect(load).toHaveBeenCalledTimes(1)
  expect(one).toBe(other)
})

test('a failure is told to all who waited, and not kept', async () => {
  load.mockRejectedValueOnce(new Error('no network'))
  const answers = await Promise.allSettled([read('industry'), read('industry')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('industry')).toHaveLength(1)
  expect(load).toHaveBeenCalledTimes(2)
})
