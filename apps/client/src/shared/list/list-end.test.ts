import { describe, expect, test } from 'vitest'
import { type EndFacts, listEnd } from './list-end.ts'

const ended: EndFacts = { rowCount: 10, hasMore: false, isLoadingMore: false, hasMoreFailed: false }

describe('under the rows stands', () => {
  test.each([
    [0, 'nothing'],
    [2, 'nothing'],
    [3, 'noMore'],
    [10, 'noMore'],
  ])('after the last of %i rows: %s', (rowCount, end) => {
    expect(listEnd({ ...ended, rowCount })).toBe(end)
  })

  test.each([
    [{ hasMore: true }, 'nothing'],
    [{ hasMore: true, isLoadingMore: true }, 'loading'],
    [{ hasMore: true, hasMoreFailed: true }, 'failed'],
    [{ hasMore: true, hasMoreFailed: true, isLoadingMore: true }, 'loading'],
    [{ hasMore: true, hasMoreFailed: true, rowCount: 1 }, 'failed'],
  ])('%o: %s', (facts, end) => {
    expect(listEnd({ ...ended, ...facts })).toBe(end)
  })
})
