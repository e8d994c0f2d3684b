import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import { isConnectionLost } from './database-errors.ts'

/** Rows of a periodic job or a batch. */
interface RowWork<Row> {
  readonly job: string
  readonly log: Logger
  /** Fields that identify a row in the log; never personal data. */
  readonly fields: (row: Row) => object
  /** Rows processed concurrently; sequential when absent. */
  readonly concurrency?: number
  /** For jobs that run every few seconds: without it, a broken row is retried and logged each time. */
  readonly backoff?: Backoff
  /** Errors that are no fault of a row and end the whole run; a lost connection always does. */
  readonly isFatal?: (error: unknown) => boolean
}

interface Backoff {
  isWaiting(row: object): boolean
  noteFailure(row: object): void
  noteSuccess(row: object): void
}

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Limit of remembered rows; beyond it the oldest failures are forgotten and their rows retried at once. */
const ROWS_REMEMBERED = 10_000

/**
 * Failed rows by their log fields. The first retry comes with the next run; then delays double, up to ten minutes. Kept
 * per process.
 */
export const createBackoff = (clock: Clock): Backoff => {
  const failures = new Map<string, { readonly times: number; readonly nextTryAt: number }>()
  return {
    isWaiting: (row) => (failures.get(JSON.stringify(row))?.nextTryAt ?? 0) > clock.now().getTime(),
    noteFailure(row) {
      const key = JSON.stringify(row)
      const times = (failures.get(key)?.times ?? 0) + 1
      const pauseMs = times === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** Math.min(times - 2, 10), LONGEST_PAUSE_MS)
      failures.delete(key)
      failures.set(key, { times, nextTryAt: clock.now().getTime() + pauseMs })
      const [oldest] = failures.keys()
      if (failures.size > ROWS_REMEMBERED && oldest !== undefined) failures.delete(oldest)
    },
    noteSuccess(row) {
      if (failures.size > 0) failures.delete(JSON.stringify(row))
    },
  }
}

const report = <Row>({ job, log, fields, backoff }: RowWork<Row>, row: Row, error: unknown): void => {
  log.error({ job, ...fields(row), err: error }, 'job failed for one row')
  backoff?.noteFailure(fields(row))
}

/**
 * Processes each row alone: a failure is logged with the row's fields and stops no other. Returns the failed rows, for
 * callers that defer them. Throws only at fatal errors and when the connection to the database is lost, since every
 * further row would fail too.
 */
export const forEachRow = async <Row>(
  work: RowWork<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  run: (row: Row) => Promise<unknown>,
): Promise<Row[]> => {
  const failed: Row[] = []
  // Shared by all workers: a throw closes it, so that the others end after their current row.
  const queue = generate(rows)
  const takeRows = async (): Promise<void> => {
    for await (const row of queue) {
      if (work.backoff?.isWaiting(work.fields(row))) continue
      try {
        await run(row)
        work.backoff?.noteSuccess(work.fields(row))
      } catch (error) {
        if (isConnectionLost(error) || work.isFatal?.(error)) throw error
        report(work, row, error)
        failed.push(row)
      }
    }
  }
  await Promise.all(Array.from({ length: work.concurrency ?? 1 }, takeRows))
  return failed
}

async function* generate<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* rows
}

/**
 * Processes many rows at once, where one transaction each would cost too much. A failed batch is halved until the
 * broken row is alone. `run` must be atomic: a transaction or a single statement.
 */
export const forEachBatch = async <Row>(
  work: RowWork<Row>,
  rows: readonly Row[],
  run: (rows: readonly Row[]) => Promise<unknown>,
): Promise<Row[]> => {
  const { backoff, fields } = work
  return tryBatch(work, backoff ? rows.filter((row) => !backoff.isWaiting(fields(row))) : rows, run)
}

const tryBatch = async <Row>(
  work: RowWork<Row>,
  rows: readonly Row[],
  run: (rows: readonly Row[]) => Promise<unknown>,
): Promise<Row[]> => {
  const [first] = rows
  if (first === undefined) return []
  try {
    await run(rows)
    for (const row of work.backoff ? rows : []) work.backoff?.noteSuccess(work.fields(row))
    return []
  } catch (error) {
    if (isConnectionLost(error) || work.isFatal?.(error)) throw error
    if (rows.length === 1) {
      report(work, first, error)
      return [first]
    }
    const middle = Math.ceil(rows.length / 2)
    const failed = await tryBatch(work, rows.slice(0, middle), run)
    return [...failed, ...(await tryBatch(work, rows.slice(middle), run))]
  }
}

type ReadPage<Row> = (after: Row | undefined, limit: number) => Promise<readonly Row[]>

/**
 * Pages of a list. `read` gets the last row of the previous page and begins after it, so that failed rows that stay in
 * the list never block those behind them.
 */
export async function* readBatches<Row>(size: number, read: ReadPage<Row>): AsyncGenerator<readonly Row[]> {
  let after: Row | undefined
  for (;;) {
    const page = await read(after, size)
    const last = page.at(-1)
    // Database timestamps are finer than `Date`: a page of rows of one millisecond could repeat for ever.
    if (after !== undefined && JSON.stringify(last) === JSON.stringify(after)) return
    if (page.length > 0) yield page
    after = last
    if (page.length < size) return
  }
}

/** All rows of a list, read by `readBatches`. */
export async function* readPages<Row>(size: number, read: ReadPage<Row>): AsyncGenerator<Row> {
  for await (const page of readBatches(size, read)) yield* page
}

/** Runs independent parts of one job, by name; a failure stops no other. */
export const runSteps = async (
  { job, log }: Pick<RowWork<never>, 'job' | 'log'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> => {
  await forEachRow({ job, log, fields: ([step]) => ({ step }) }, Object.entries(steps), ([, run]) => run())
}
