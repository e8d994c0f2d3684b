import { LIST_PAGE_ROWS } from '@yunji/contract/wire/fields'

/** Answer of every paged call (section 3). */
export interface ListPage<Row> {
  readonly records: readonly Row[]
  readonly page: number
  readonly totalPage: number
}

/** A call that pages by time also says when its first page was made, so that newer rows never shift the pages after it. */
export interface TimedListPage<Row> extends ListPage<Row> {
  readonly time: number
}

/** Paging scheme of a call. */
export interface Paging<Page, Request> {
  readonly first: Request
  /** Asks for the page after the one that came; nothing when it was the last. */
  readonly next: (page: Page) => Request | undefined
}

export interface PageRequest {
  readonly page: number
  readonly rows: number
}

export interface TimedPageRequest {
  readonly num: number
  readonly size: number
  /** Server time of the first page; absent in its own request. */
  readonly time?: number
}

const pageAfter = ({ page, totalPage }: ListPage<unknown>): number | undefined =>
  page < totalPage ? page + 1 : undefined

export const byPage: Paging<ListPage<unknown>, PageRequest> = {
  first: { page: 1, rows: LIST_PAGE_ROWS },
  next: (came) => {
    const page = pageAfter(came)
    return page === undefined ? undefined : { page, rows: LIST_PAGE_ROWS }
  },
}

/** Messages and ledgers. */
export const byTime: Paging<TimedListPage<unknown>, TimedPageRequest> = {
  first: { num: 1, size: LIST_PAGE_ROWS },
  next: (came) => {
    const num = pageAfter(came)
    return num === undefined ? undefined : { num, size: LIST_PAGE_ROWS, time: came.time }
  },
}

/** The rows of all pages in order. A row that has slid to the next page meanwhile comes twice, and is kept once. */
export const rowsOf = <Row>(pages: readonly ListPage<Row>[], keyOf: (row: Row) => string | number): readonly Row[] => {
  const rows = new Map<string | number, Row>()
  for (const { records } of pages) for (const row of records) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  return [...rows.values()]
}
