/** Rows that a list with numbered pages may have to be exported. */
export const MOST_NUMBERED_ROWS = 20_000

/** Response of every paged list: records, page number and number of pages. */
export const pageOf = <Item>(records: Item[], page: number, rows: number, total: number) => ({
  records,
  page,
  totalPage: Math.ceil(total / rows),
})
