import type { Logger } from 'pino'
import { untilAborted } from './abort.ts'

/** A round over many rows may have minutes left. Each of its rows survives a kill, so none needs to be waited for. */
const CLOSE_WAIT_MS = 10_000

interface Repeated {
  readonly what: string
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/**
 * Runs a periodic job, never twice at once, until it is closed. A failure is logged and the next round comes. Closing waits
 * for the round under way, but not long.
 */
export const repeat = ({ what, everyMs, run }: Repeated, log: Logger, closeWaitMs = CLOSE_WAIT_MS) => {
  let isClosed = false
  let underWay: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const round = (): void => {
    underWay = run()
      .catch((error: unknown) => log.warn({ err: error, job: what }, 'periodic job failed'))
      .then(plan)
  }
  const plan = (): void => {
    if (!isClosed) timer = setTimeout(round, everyMs).unref()
  }
  plan()

  return {
    what,
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await untilAborted(AbortSignal.timeout(closeWaitMs), underWay).catch(() =>
        log.warn({ job: what }, 'periodic job did not end before the shutdown'),
      )
    },
  }
}
