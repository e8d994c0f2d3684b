import { AppError } from './errors.ts'

/** Rows of one page of a list that is paged by key. */
export const PAGE_ROWS = 50

/** Place in a list: the last row's id, after its time in microseconds where the list is in order of a time. */
export interface Place {
  readonly micros?: string
  readonly id: number
}

export const placeOf = (cursor: string | undefined, isByTime: boolean): Place | undefined => {
  if (cursor === undefined) return undefined
  const [first = '', second] = cursor.split('-')
  const id = Number(second ?? first)
  // Times beyond the year 2255 are none that a list has given, and PostgreSQL would refuse the longest of them.
  const isWrong = isByTime !== (second !== undefined) || ![id, Number(first)].every(Number.isSafeInteger)
  if (isWrong) throw new AppError('BAD_INPUT', { text: '翻页位置无效，请从第一页开始' })
  return second === undefined ? { id } : { micros: first, id }
}

interface KeyedRow {
  readonly id: number
  readonly micros?: string
}

/** Cuts the row beyond the page, which only tells that there is another. */
export const keysetPage = <Row extends KeyedRow, Item>(
  found: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
) => {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const nextCursor = last ? (last.micros === undefined ? String(last.id) : `${last.micros}-${last.id}`) : null
  return { records: rows.map(itemOf), nextCursor }
}
