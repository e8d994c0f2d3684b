import type { ListPage, PageRequest, TimedListPage, TimedPageRequest } from '../../../shared/list/paging.ts'

export interface SampleRow {
  readonly id: number
  readonly name: string
  /** Number of reads of the first page. */
  readonly round: number
}

const ANSWER_MS = 400

const later = <Answer>(answer: () => Answer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(answer())
      } catch (error) {
        reject(error)
      }
    }, ANSWER_MS)
  })

const rowsOf = (total: number, round: number): readonly SampleRow[] =>
  Array.from({ length: total }, (_, index) => ({ id: index + 1, name: `云手机 ${index + 1}`, round }))

/** A list of so many rows; reading its third page fails the first time. */
export const sampleList = (total: number) => {
  let round = 0
  let hasFailed = false
  return ({ page, rows }: PageRequest): Promise<ListPage<SampleRow>> =>
    later(() => {
      if (page === 1) round += 1
      if (page === 3 && !hasFailed) {
        hasFailed = true
        throw new Error('the third page fails once')
      }
      const records = rowsOf(total, round).slice((page - 1) * rows, page * rows)
      return { records, page, totalPage: Math.ceil(total / rows) }
    })
}

/** The same, paged by the time of its first page. */
export const sampleMessages =
  (total: number) =>
  ({ num, size }: TimedPageRequest): Promise<TimedListPage<SampleRow>> =>
    later(() => ({
      records: rowsOf(total, 1).slice((num - 1) * size, num * size),
      page: num,
      totalPage: Math.ceil(total / size),
      time: 1_763_193_600_000,
    }))
