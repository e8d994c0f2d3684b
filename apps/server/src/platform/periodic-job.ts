import type { Logger } from 'pino'
import { untilAborted } from './abort.ts'

/** A round over many rows may have minutes left. Each of its rows survives a kill, so none needs to be waited for. */
const CLOSE_WAIT_MS = 10_000

interface PeriodicJob {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/**
 * Runs a periodic job, never twice at once, until it is closed. A failure is logged and the next round comes. Closing waits
 * for the round under way, but not long.
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
        log.warn({ job: name }, 'periodic job did not end before the shutdown'),
      )
    },
  }
}
