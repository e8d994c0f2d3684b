import { expect, test } from 'vitest'
import { findStalePage } from './stale-page.ts'

const CHANGED_AT_MS = 100

const page = (readAtMs: number, rows = 10) => ({ records: Array.from({ length: rows }), readAtMs })

const pages = [page(50), page(50), page(50), page(50, 3)]

test.each([
  ['the first page, for its counts', [20, 29], 0],
  ['nothing before anything has come', [0, -1], 0],
] as const)('reads %s', (_, rows, stale) => {
  expect(findStalePage(pages, rows, CHANGED_AT_MS)).toBe(stale)
})

test.each([
  [[0, 9], undefined],
  [[5, 10], 1],
  [[10, 19], 1],
  [[19, 20], 1],
  [[20, 32], 2],
  [[30, 32], 3],
  [[33, 40], undefined],
] as const)('after that, with rows %o in sight, page %s', (rows, stale) => {
  expect(findStalePage([page(100), ...pages.slice(1)], rows, CHANGED_AT_MS)).toBe(stale)
})

test('reads nothing that is newer than the last change', () => {
  expect(findStalePage([page(100), page(101)], [0, 19], CHANGED_AT_MS)).toBeUndefined()
})
