import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areNeighbours,
  type Board,
  COLUMNS,
  collapse,
  createBoard,
  findMatches,
  hasMove,
  neighbour,
  ROWS,
} from './board.ts'

/** Colours by letter, the rest of the board without any two alike side by side. */
function boardOf(...rows: string[]): Board {
  return Array.from({ length: COLUMNS * ROWS }, (_, cell) => {
    const letter = rows[Math.floor(cell / COLUMNS)]?.[cell % COLUMNS]
    return letter === undefined ? 3 + ((Math.floor(cell / COLUMNS) + (cell % COLUMNS)) % 3) : letter.charCodeAt(0) - 97
  })
}

const random = (seed: number) => () => {
  const value = Math.sin(seed++) * 10_000
  return value - Math.floor(value)
}

describe('the board', () => {
  test('never starts with three in a row, and always with a move', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const board = createBoard(random(seed))
        expect(findMatches(board).size).toBe(0)
        expect(hasMove(board)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('finds rows and columns, and what crosses', () => {
    expect([...findMatches(boardOf('aaabca'))].toSorted((a, b) => a - b)).toEqual([0, 1, 2])
    const crossed = findMatches(boardOf('aaabcb', 'abcabc', 'acbcab'))
    expect([...crossed].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 6, 12])
    expect(findMatches(boardOf('aabbcc')).size).toBe(0)
  })

  test('lets tiles fall into the gap and fills from the top', () => {
    const board = boardOf('abcabc', 'bcabca')
    const { board: next, drops } = collapse(board, new Set([6, 12]), () => 0)
    expect([next[0], next[6], next[12]]).toEqual([0, 0, 0])
    expect([drops[0], drops[6], drops[12], drops[18], drops[1]]).toEqual([2, 2, 2, 0, 0])
    expect(next[1]).toBe(board[1])
  })

  test('knows who is beside whom', () => {
    expect(areNeighbours(0, 1)).toBe(true)
    expect(areNeighbours(COLUMNS - 1, COLUMNS)).toBe(false)
    expect(neighbour(0, -1, 0)).toBeNull()
    expect(neighbour(0, 0, 1)).toBe(COLUMNS)
    expect(neighbour(COLUMNS * ROWS - 1, 0, 1)).toBeNull()
  })
})
