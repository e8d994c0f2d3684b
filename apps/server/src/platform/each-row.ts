import type { Logger } from 'pino'
import { isConnectionLost } from './database.ts'

/** Rows of a periodic job or a batch. */
interface RowWork<Row> {
  readonly job: string
  readonly log: Logger
  /** Fields that name a row in the log; never personal data. */
  readonly fields: (row: Row) => object
  /** Rows that are worked on side by side; one after the other when absent. */
  readonly concurrency?: number
}

const report = <Row>({ job, log, fields }: RowWork<Row>, row: Row, error: unknown): void =>
  log.error({ job, ...fields(row), err: error }, 'job failed for one row')

/**
 * Each row alone: a failure is logged with the row's fields and stops no other. Returns the rows that failed, for whoever
 * defers them. Throws only when the database is gone, since every further row would wait for the same nothing.
 */
export const forEachRow = async <Row>(
  work: RowWork<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  run: (row: Row) => Promise<unknown>,
): Promise<Row[]> => {
  const failed: Row[] = []
  // Shared by all: who throws closes it, so that the others end with the row they have.
  const queue = generate(rows)
  const takeRows = async (): Promise<void> => {
    for await (const row of queue) {
      try {
        await run(row)
      } catch (error) {
        if (isConnectionLost(error)) throw error
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
 * Many rows at once, where one transaction for each would cost too much. When that fails, its halves are tried, until the
 * broken row stands alone. `run` is all or nothing: a transaction or a single statement.
 */
export const forEachBatch = async <Row>(
  work: RowWork<Row>,
  rows: readonly Row[],
  run: (rows: readonly Row[]) => Promise<unknown>,
): Promise<Row[]> => {
  const [first] = rows
  if (first === undefined) return []
  try {
    await run(rows)
    return []
  } catch (error) {
    if (isConnectionLost(error)) throw error
    if (rows.length === 1) {
      report(work, first, error)
      return [first]
    }
    const middle = Math.ceil(rows.length / 2)
    const failed = await forEachBatch(work, rows.slice(0, middle), run)
    return [...failed, ...(await forEachBatch(work, rows.slice(middle), run))]
  }
}

/**
 * All rows of a list, read in pages. `read` gets the last row of the page before and begins behind it, so that rows that
 * stay in the list because they failed never keep those behind them from their turn.
 */
export async function* readPages<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined
  for (;;) {
    const page = await read(after, size)
    yield* page
    after = page.at(-1)
    if (page.length < size) return
  }
}

/** Parts of one job that go on without each other, by name. */
export const runSteps = async (
  { job, log }: Pick<RowWork<never>, 'job' | 'log'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> => {
  await forEachRow({ job, log, fields: ([step]) => ({ step }) }, Object.entries(steps), ([, run]) => run())
}
