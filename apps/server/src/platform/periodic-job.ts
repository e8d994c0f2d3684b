import type { Logger } from 'pino'
import { untilAborted } from './abort.ts'

/** A run over many rows may take minutes more. Each row survives a kill, so none needs to be waited for. */
const CLOSE_WAIT_MS = 10_000

interface PeriodicJob {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/**
 * Runs a periodic job, never concurrently with itself, until closed. A failure is logged and does not stop later runs.
 * Closing waits for the current run, within a limit.
 */
export const runPeriodically = ({ name, everyMs, run }: PeriodicJob, log: Logger, closeWaitMs = CLOSE_WAIT_MS) => {
  let isClosed = false
  let underWay: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const runOnce = (): void => {
    underWay = run()
      .catch((error: unknown) => log.warn({ err: error, job: name }, 'periodic job failed'))
      .then(scheduleNext)
  }
  const scheduleNext = (): void => {
    if (!isClosed) timer = setTimeout(runOnce, everyMs).unref()
  }
  scheduleNext()

  return {
    name,
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await untilAborted(AbortSignal.timeout(closeWaitMs), underWay).catch(() =>
        log.warn({ job: name }, 'periodic job still running at shutdown'),
      )
    },
  }
}
