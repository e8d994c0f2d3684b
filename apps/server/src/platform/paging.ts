/** What every paged list answers: its records, the page they stand on, and how many pages there are. */
export const pageOf = <Item>(records: Item[], page: number, rows: number, total: number) => ({
  records,
  page,
  totalPage: Math.ceil(total / rows),
})
