import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byPage, byTime, type ListPage, type PageRequest, rowsOf, type TimedPageRequest } from './paging.ts'

const pagesOf = (count: number, rows: number) => Math.ceil(count / rows)

/** A server with so many rows; it answers an empty list as one page of nothing. */
const serverOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => index)
  return ({ page, rows }: PageRequest): ListPage<number> => ({
    records: all.slice((page - 1) * rows, page * rows),
    page,
    totalPage: pagesOf(count, rows),
  })
}

const readAll = (count: number) => {
  const read = serverOf(count)
  const pages: ListPage<number>[] = []
  for (let request: PageRequest | undefined = byPage.first; request; ) {
    const page = read(request)
    pages.push(page)
    request = byPage.next(page)
  }
  return pages
}

describe('by page', () => {
  test('asks for ten rows at a time, from the first page on', () => {
    expect(byPage.first).toEqual({ page: 1, rows: 10 })
    expect(byPage.next({ records: [], page: 1, totalPage: 3 })).toEqual({ page: 2, rows: 10 })
  })

  test.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ])('%i rows take %i requests', (count, requests) => {
    expect(readAll(count)).toHaveLength(requests)
  })

  test('every row comes, in order, whatever their number', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), (count) => {
        const rows = rowsOf(readAll(count), (row) => row)
        expect(rows).toEqual(Array.from({ length: count }, (_, index) => index))
      }),
    )
  })
})

describe('by time', () => {
  test('asks for the first page without a time, and for the others with that of the first', () => {
    const answers = [1, 2, 3].map((page) => ({ records: [], page, totalPage: 3, time: 1_763_193_600_000 }))
    const requests = answers.map(byTime.next)
    expect([byTime.first, ...requests]).toEqual<(TimedPageRequest | undefined)[]>([
      { num: 1, size: 10 },
      { num: 2, size: 10, time: 1_763_193_600_000 },
      { num: 3, size: 10, time: 1_763_193_600_000 },
      undefined,
    ])
  })
})

test('a row that came twice is shown once, where it came first', () => {
  const pageOf = (page: number, ids: number[]): ListPage<{ id: number; from: number }> => ({
    records: ids.map((id) => ({ id, from: page })),
    page,
    totalPage: 2,
  })
  const rows = rowsOf([pageOf(1, [5, 4, 3]), pageOf(2, [3, 2])], ({ id }) => id)
  expect(rows).toEqual([
    { id: 5, from: 1 },
    { id: 4, from: 1 },
    { id: 3, from: 1 },
    { id: 2, from: 2 },
  ])
})
