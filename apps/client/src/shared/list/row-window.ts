/** Lines of a window, with one more that must stay: that of the focus. */
export const withLine = (lines: readonly number[], kept: number | undefined, count: number): number[] =>
  kept === undefined || kept >= count || lines.includes(kept)
    ? [...lines]
    : [...lines.filter((line) => line < kept), kept, ...lines.filter((line) => line > kept)]

/**
 * Numbers of the drawn rows: one that stays keeps its number, one that comes takes that of one that has left. As keys they
 * let React draw a new row into the elements of an old one.
 */
export const assignSlots = <Key>(before: ReadonlyMap<Key, number>, keys: readonly Key[]): Map<Key, number> => {
  const taken = new Set(keys.flatMap((key) => before.get(key) ?? []))
  let next = 0
  const takeNext = (): number => {
    while (taken.has(next)) next += 1
    return next++
  }
  return new Map(keys.map((key) => [key, before.get(key) ?? takeNext()]))
}

/** Size of the cells of a list, all alike. */
export interface CellSize {
  readonly columns: number
  readonly heightPx: number
}

export interface SliceWindow {
  readonly first: number
  /** After the last. */
  readonly end: number
}

const LEAST_SLICE_ROWS = 12

/** Rows of a slice: whole lines. */
export const sliceRows = (columns: number): number => Math.ceil(LEAST_SLICE_ROWS / columns) * columns

const linesOf = (rows: number, { columns }: CellSize): number => Math.ceil(rows / columns)

export const slicePx = (cell: CellSize): number => linesOf(sliceRows(cell.columns), cell) * cell.heightPx

/** Height of rows that are not drawn. */
export const rowsPx = (rows: number, cell: CellSize): number => linesOf(Math.max(rows, 0), cell) * cell.heightPx

/** Slices to draw: those in sight, and one before and after them. */
export const sliceWindow = (scrollTopPx: number, areaPx: number, rowCount: number, cell: CellSize): SliceWindow => {
  const slices = Math.ceil(rowCount / sliceRows(cell.columns))
  const eachPx = slicePx(cell)
  const first = Math.min(Math.floor(Math.max(scrollTopPx, 0) / eachPx), Math.max(slices - 1, 0))
  const last = Math.floor((Math.max(scrollTopPx, 0) + areaPx) / eachPx)
  return { first: Math.max(first - 1, 0), end: Math.min(last + 2, slices) }
}

/** First and last row in sight. */
export const rowsInSight = (
  scrollTopPx: number,
  areaPx: number,
  rowCount: number,
  { columns, heightPx }: CellSize,
): readonly [number, number] => {
  const topPx = Math.max(scrollTopPx, 0)
  const first = Math.floor(topPx / heightPx) * columns
  const end = Math.ceil((topPx + areaPx) / heightPx) * columns
  return [Math.min(first, Math.max(rowCount - 1, 0)), Math.min(end, rowCount) - 1]
}
