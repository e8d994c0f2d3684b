import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { forEachRow, readPages } from './each-row.ts'
import { isSealed, type SealedTexts } from './sealed-texts.ts'

/** A column of sealed texts, as its own store reads and writes it. */
export interface SealedColumn {
  readonly name: string
  /** Rows behind `after` whose text does not begin with the prefix, by their number. */
  list(db: Db, prefix: string, after: number, limit: number): Promise<readonly SealedRow[]>
  /** Only where the text is still the old one: somebody may have written a new one meanwhile. */
  replace(db: Db, row: SealedRow, text: string): Promise<unknown>
  /** How many texts begin with each of the forms: `v2.3`, `v1`, or nothing where they lie open. */
  count(db: Db): Promise<readonly { readonly form: string; readonly count: number }[]>
}

export interface SealedRow {
  readonly id: number
  readonly text: string
  readonly place: string
}

const PAGE = 500

/** Seals every text of a column with the current key. What no key opens stays as it is, and is counted. */
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
  if (unreadable > 0) log.warn({ column: column.name, unreadable }, 'sealed texts that no key opens: see docs/keys.md')
  return { resealed, unreadable, failed: failed.length }
}
