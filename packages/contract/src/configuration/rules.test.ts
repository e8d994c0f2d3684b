import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { DEFAULT_RENEWAL_REMINDER, type DictionaryCache, findDictionary, withDictionary } from './rules.ts'

it('says that the device has expired, is kept for two hours, and wants to be renewed', () => {
  expect(DEFAULT_RENEWAL_REMINDER).toBe('设备已到期，系统保留 2 小时，请及时续费')
})

interface Industry {
  readonly name: string
  readonly id: number
}

const FIVE_MINUTES = 5 * 60_000
const loadedAt = 1_763_164_800_000
const empty: DictionaryCache<Industry> = new Map()
const loaded = () => withDictionary(empty, 'industry', [{ name: '餐饮', id: 3 }], loadedAt)

test('shows the name as the label', () => {
  expect(findDictionary(loaded(), 'industry', loadedAt)).toEqual([{ name: '餐饮', id: 3, label: '餐饮' }])
})

test('an unknown category has to be loaded', () => {
  expect(findDictionary(loaded(), 'nation', loadedAt)).toBeUndefined()
  expect(findDictionary(loaded(), '__proto__', loadedAt)).toBeUndefined()
})

test.each([
  [0, true],
  [FIVE_MINUTES - 1, true],
  [FIVE_MINUTES, false],
  [FIVE_MINUTES + 1, false],
  [-1, false],
])('%i ms after loading it is fresh: %s', (ageMs, isFresh) => {
  expect(findDictionary(loaded(), 'industry', loadedAt + ageMs) !== undefined).toBe(isFresh)
})

test('each category expires for itself, and loading again starts anew', () => {
  const later = loadedAt + FIVE_MINUTES
  const both = withDictionary(loaded(), 'nation', [], later - 1)
  expect(findDictionary(both, 'industry', later)).toBeUndefined()
  expect(findDictionary(both, 'nation', later)).toEqual([])
  expect(findDictionary(withDictionary(both, 'industry', [], later), 'industry', later)).toEqual([])
})

test('loading leaves the cache before as it was', () => {
  const cache = loaded()
  withDictionary(cache, 'industry', [], loadedAt + 1)
  expect(findDictionary(cache, 'industry', loadedAt)).toHaveLength(1)
  expect(empty.size).toBe(0)
})

test('is fresh for five minutes, whenever it was loaded', () => {
  const instants = fc.integer({ min: 0, max: 2 ** 45 })
  fc.assert(
    fc.property(instants, fc.integer({ min: -FIVE_MINUTES, max: 2 * FIVE_MINUTES }), (atMs, ageMs) => {
      const found = findDictionary(withDictionary(empty, 'any', [], atMs), 'any', atMs + ageMs)
      expect(found !== undefined).toBe(ageMs >= 0 && ageMs < FIVE_MINUTES)
    }),
  )
})
