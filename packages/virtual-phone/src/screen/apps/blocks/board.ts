/** The rules of a game in which three of a colour in a row vanish. */

export const COLUMNS = 6
export const ROWS = 7
const COLOURS = 6
const LEAST_RUN = 3

/** Index of a cell: row by row from the top left. */
export type Cell = number
/** A colour per cell, 0 to 5. */
export type Board = readonly number[]

const rowOf = (cell: Cell): number => Math.floor(cell / COLUMNS)
const columnOf = (cell: Cell): number => cell % COLUMNS
const cellAt = (row: number, column: number): Cell => row * COLUMNS + column

export interface Fall {
  board: Board
  /** How many rows each tile came down. */
  drops: readonly number[]
}

/** A board without three in a row, on which at least one swap makes three. */
export function createBoard(random: () => number): Board {
  for (;;) {
    const board: number[] = []
    for (let cell = 0; cell < COLUMNS * ROWS; cell++) {
      do board[cell] = Math.floor(random() * COLOURS)
      while (endsRun(board, cell))
    }
    if (hasMove(board)) return board
  }
}

/** All cells of rows and columns of three or more. */
export function findMatches(board: Board): Set<Cell> {
  const found = new Set<Cell>()
  const mark = (cells: readonly Cell[]) => {
    let run: Cell[] = []
    for (const cell of cells) {
      if (run.length > 0 && board[run[0] ?? 0] !== board[cell]) run = []
      run.push(cell)
      if (run.length >= LEAST_RUN) for (const member of run) found.add(member)
    }
  }
  for (let row = 0; row < ROWS; row++) mark(Array.from({ length: COLUMNS }, (_, column) => cellAt(row, column)))
  for (let column = 0; column < COLUMNS; column++) mark(Array.from({ length: ROWS }, (_, row) => cellAt(row, column)))
  return found
}

export function swapped(board: Board, a: Cell, b: Cell): Board {
  const next = [...board]
  next[a] = board[b] ?? 0
  next[b] = board[a] ?? 0
  return next
}

export const areNeighbours = (a: Cell, b: Cell): boolean =>
  Math.abs(rowOf(a) - rowOf(b)) + Math.abs(columnOf(a) - columnOf(b)) === 1

/** The cell beside this one, if the board has one there. */
export function neighbour(cell: Cell, columns: number, rows: number): Cell | null {
  const row = rowOf(cell) + rows
  const column = columnOf(cell) + columns
  return row >= 0 && row < ROWS && column >= 0 && column < COLUMNS ? cellAt(row, column) : null
}

/** Takes cells out: what lay above comes down, and new tiles follow from the top. */
export function collapse(board: Board, gone: ReadonlySet<Cell>, random: () => number): Fall {
  const next = [...board]
  const drops = board.map(() => 0)
  for (let column = 0; column < COLUMNS; column++) {
    let target = ROWS - 1
    for (let row = ROWS - 1; row >= 0; row--) {
      if (gone.has(cellAt(row, column))) continue
      next[cellAt(target, column)] = board[cellAt(row, column)] ?? 0
      drops[cellAt(target, column)] = target - row
      target--
    }
    for (let row = target; row >= 0; row--) {
      next[cellAt(row, column)] = Math.floor(random() * COLOURS)
      drops[cellAt(row, column)] = target + 1
    }
  }
  return { board: next, drops }
}

export function hasMove(board: Board): boolean {
  return board.some((_, cell) =>
    [neighbour(cell, 1, 0), neighbour(cell, 0, 1)].some(
      (other) => other !== null && findMatches(swapped(board, cell, other)).size > 0,
    ),
  )
}

function endsRun(board: Board, cell: Cell): boolean {
  const same = (columns: number, rows: number) => {
    const other = neighbour(cell, columns, rows)
    return other !== null && board[other] === board[cell]
  }
  return (same(-1, 0) && same(-2, 0)) || (same(0, -1) && same(0, -2))
}
