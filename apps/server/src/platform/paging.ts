/** Response of every paged list: records, page number and number of pages. */
export const pageOf = <Item>(records: Item[], page: number, rows: number, total: number) => ({
  records,
  page,
  totalPage: Math.ceil(total / rows),
})
