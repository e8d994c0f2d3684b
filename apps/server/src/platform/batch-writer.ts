import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './database.ts'
import { AppError } from './errors.ts'

interface Batch<Row> {
  readonly rows: Row[]
  /** One promise serves all who wait for the batch; it answers why single rows could not be written. */
  readonly written: PromiseWithResolvers<ReadonlyMap<Row, unknown>>
}

interface BatchWriterOptions<Row> {
  readonly job: string
  readonly log: Logger
  /** Commits all rows or none. */
  readonly write: (rows: readonly Row[]) => Promise<void>
  readonly everyMs?: number
  readonly maxRows?: number
  /** Rows that may wait in memory; whoever comes then is refused at once. */
  readonly maxWaiting?: number
}

const EVERY_MS = 20
const MAX_ROWS = 1_000
const MAX_WAITING = 20_000

/**
 * Joins rows of many requests into one statement: a fifth of the work of one insert each. Whoever adds a row waits until
 * it is committed, so what was acknowledged is never lost, and a server that ends answers its last requests first. When a
 * batch is refused, its halves are tried, until the broken row stands alone: that one is refused to whoever added it.
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

  /** Rows that cannot be written, each with its reason. A database that is away refuses no row, it refuses all. */
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
        log.error({ job, rows: batch.rows.length, failed: failed.size, err: reason }, 'rows not written')
      batch.written.resolve(failed)
    } catch (error) {
      refuse(batch, error)
      // The others would only wait for the same nothing, one after the other.
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
