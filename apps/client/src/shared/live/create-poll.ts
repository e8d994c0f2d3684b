interface PollDeps {
  readonly fetch: () => Promise<void>
  /** True while a task runs whose end is polled for. */
  readonly isBusy: () => boolean
}

/** Delay before the first poll, for a connection that is about to open. */
const FIRST_MS = 1000
const BUSY_MS = 2000
const IDLE_MS = 15_000

/** Polls while no events arrive. The next poll waits for the last answer. */
export const createPoll = ({ fetch, isBusy }: PollDeps) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let round = 0

  const schedule = (own: number, afterMs: number) => {
    timer = setTimeout(async () => {
      await fetch().catch(() => undefined)
      if (own === round) schedule(own, isBusy() ? BUSY_MS : IDLE_MS)
    }, afterMs)
  }

  return {
    start(): void {
      clearTimeout(timer)
      round += 1
      schedule(round, FIRST_MS)
    },
    stop(): void {
      clearTimeout(timer)
      round += 1
    },
  }
}
