import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { forEachRow, readPages } from './each-row.ts'
import { isSealed, type SealedTexts } from './sealed-texts.ts'

/** Column of sealed texts, accessed through its own store. */
export interface SealedColumn {
  readonly name: string
  /** Rows after `after`, ordered by id, whose text lacks the prefix. */
  list(db: Db, prefix: string, after: number, limit: number): Promise<readonly SealedRow[]>
  /** Compare-and-set: a text written meanwhile stays. */
  replace(db: Db, row: SealedRow, text: string): Promise<unknown>
  /** Number of texts by form: `v2.3`, `v1`, or empty for plain text. */
  count(db: Db): Promise<readonly { readonly form: string; readonly count: number }[]>
}

export interface SealedRow {
  readonly id: number
  readonly text: string
  readonly place: string
}

const PAGE = 500

/** Seals every text of a column with the current key. Texts that no key opens stay unchanged and are counted. */
export const reseal = async (db: Db, log: Logger, texts: SealedTexts, column: SealedColumn) => {
  let resealed = 0
  let unreadable = 0
  const rows = readPages<SealedRow>(PAGE, (after, limit) => column.list(db, texts.currentPrefix, after?.id ?? 0, limit))
  const work = { job: `${column.name}.reseal`, log, fields: ({ id }: SealedRow) => ({ id }) }
  const failed = await forEachRow(work, rows, async (row) => {
    const text = isSealed(row.text) ? texts.open(row.text, row.place) : row.text
    if (text === undefined) {
      unreadable += 1
      return
    }
    await column.replace(db, row, texts.seal(text, row.place))
    resealed += 1
  })
  if (unreadable > 0) log.warn({ column: column.name, unreadable }, 'no key opens some sealed values, see docs/keys.md')
  return { resealed, unreadable, failed: failed.length }
}
