import type { Logger } from 'pino'

interface Repeated {
  readonly what: string
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/** Does something again and again, never twice at once, until it is closed. A failure is logged and the next round comes. */
export const repeat = ({ what, everyMs, run }: Repeated, log: Logger) => {
  let isClosed = false
  let underWay: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const round = (): void => {
    underWay = run()
      .catch((error: unknown) => log.warn({ err: error, what }, 'a round failed'))
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
      await underWay
    },
  }
}
