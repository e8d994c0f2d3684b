import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the wait before a try', () => {
  it.each([
    [0, 0, 0],
    [1, 250, 500],
    [2, 500, 1000],
    [3, 1000, 2000],
    [5, 4000, 8000],
    [6, 4000, 8000],
    [60, 4000, 8000],
  ])('after %d failures lies from %d to %d ms', (failures, least, most) => {
    expect(backoffMs(failures, () => 0)).toBe(most)
    expect(backoffMs(failures, () => 1)).toBe(least)
  })
})
