import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignSlots, rowsInSight, rowsPx, slicePx, sliceRows, sliceWindow, withLine } from './row-window.ts'

const cell = { columns: 3, heightPx: 100 }
const AREA_PX = 650

describe('the line of the focus', () => {
  test('stays, in its place', () => {
    expect(withLine([7, 8, 9], 2, 20)).toEqual([2, 7, 8, 9])
    expect(withLine([2, 3], 9, 20)).toEqual([2, 3, 9])
  })

  test.each([[undefined], [8], [20]])('adds nothing when it is %s', (kept) => {
    expect(withLine([7, 8, 9], kept, 20)).toEqual([7, 8, 9])
  })
})

describe('slots of drawn rows', () => {
  test('stay with their rows, whatever order these have', () => {
    const before = assignSlots(new Map(), ['a', 'b', 'c'])
    expect([...assignSlots(before, ['c', 'a', 'b'])]).toEqual([
      ['c', 2],
      ['a', 0],
      ['b', 1],
    ])
  })

  test('of rows that have left are taken by new ones', () => {
    const before = assignSlots(new Map(), ['a', 'b', 'c'])
    expect([...assignSlots(before, ['b', 'c', 'd', 'e']).values()]).toEqual([1, 2, 0, 3])
  })

  test('are never shared, and never more than the most rows at once', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 12 })), (windows) => {
        let slots: ReadonlyMap<number, number> = new Map()
        let most = 0
        for (const keys of windows) {
          slots = assignSlots(slots, keys)
          most = Math.max(most, keys.length)
          expect(new Set(slots.values()).size).toBe(keys.length)
          expect(Math.max(-1, ...slots.values())).toBeLessThan(most)
        }
      }),
    )
  })
})

describe('slices', () => {
  test('are whole lines', () => {
    expect([1, 3, 4, 5, 6, 8, 16].map(sliceRows)).toEqual([12, 12, 12, 15, 12, 16, 16])
  })

  test('at the top are those in sight and one more', () => {
    expect(slicePx(cell)).toBe(400)
    expect(sliceWindow(0, AREA_PX, 10_000, cell)).toEqual({ first: 0, end: 3 })
  })

  test('in the middle have one more on each side', () => {
    expect(sliceWindow(4000, AREA_PX, 10_000, cell)).toEqual({ first: 9, end: 13 })
  })

  test('never go beyond the rows, or above a pulled top', () => {
    expect(sliceWindow(0, AREA_PX, 5, cell)).toEqual({ first: 0, end: 1 })
    expect(sliceWindow(-90, AREA_PX, 100, cell)).toEqual({ first: 0, end: 3 })
    expect(sliceWindow(9_999, AREA_PX, 24, cell)).toEqual({ first: 0, end: 2 })
    expect(sliceWindow(0, AREA_PX, 0, cell)).toEqual({ first: 0, end: 0 })
  })

  test('are few, cover what is in sight, and leave room for the rest', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }),
        fc.constantFrom(1, 2, 3, 4, 5, 6, 8),
        fc.integer({ min: 40, max: 300 }),
        fc.nat({ max: 2_000_000 }),
        (rowCount, columns, heightPx, scrolledPx) => {
          const each = { columns, heightPx }
          const inSlice = sliceRows(columns)
          const wholePx = rowsPx(rowCount, each)
          const topPx = Math.min(scrolledPx, Math.max(wholePx - AREA_PX, 0))
          const { first, end } = sliceWindow(topPx, AREA_PX, rowCount, each)
          const [firstRow, lastRow] = rowsInSight(topPx, AREA_PX, rowCount, each)
          expect(first * inSlice <= firstRow).toBe(true)
          expect(lastRow < Math.max(end * inSlice, 1)).toBe(true)
          expect(end - first).toBeLessThanOrEqual(Math.ceil(AREA_PX / slicePx(each)) + 3)
          const drawnRows = Math.min(end * inSlice, rowCount) - first * inSlice
          const sumPx = rowsPx(first * inSlice, each) + rowsPx(drawnRows, each) + rowsPx(rowCount - end * inSlice, each)
          expect(sumPx).toBe(wholePx)
        },
      ),
    )
  })
})

test('rows in sight are whole lines', () => {
  expect(rowsInSight(0, AREA_PX, 100, cell)).toEqual([0, 20])
  expect(rowsInSight(250, AREA_PX, 100, cell)).toEqual([6, 26])
  expect(rowsInSight(0, AREA_PX, 4, cell)).toEqual([0, 3])
  expect(rowsInSight(0, AREA_PX, 0, cell)).toEqual([0, -1])
})
