interface ReadPage {
  readonly records: readonly unknown[]
  readonly readAtMs: number
}

/** First page that is out of date among those with rows in sight; the first page, which has the counts, is always one of them. */
export const findStalePage = (
  pages: readonly ReadPage[],
  [firstRow, lastRow]: readonly [number, number],
  changedAtMs: number,
): number | undefined => {
  let from = 0
  for (const [index, { records, readAtMs }] of pages.entries()) {
    const end = from + records.length
    const isSeen = index === 0 || (from <= lastRow && end > firstRow)
    if (isSeen && readAtMs < changedAtMs) return index
    from = end
  }
  return undefined
}
