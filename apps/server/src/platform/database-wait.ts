import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from './database-errors.ts'

/** Patience of a start: its database may start at the same time, or refuse connections while others have them all. */
export interface DatabaseWait {
  /** Repeats the work while the database cannot be reached, up to the limit. Other failures are not repeated. */
  connect<Result>(work: () => Promise<Result>): Promise<Result>
  /** The start is over: from now on a failure is the caller's at once. */
  end(): void
  /** Resolves at `end`. */
  readonly ended: Promise<void>
}

interface DatabaseWaitOptions {
  readonly limitSeconds: number
  /** Called once, before the first pause. */
  readonly onWait: (reason: string) => void
  /** Monotonic milliseconds. */
  readonly steadyMs?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** For whoever sees the failure and tries again: a command, a test. */
export const NO_WAIT: Pick<DatabaseWait, 'connect'> = { connect: (work) => work() }

export const createDatabaseWait = ({
  limitSeconds,
  onWait,
  steadyMs = () => performance.now(),
  pause = delay,
}: DatabaseWaitOptions): DatabaseWait => {
  const ending = Promise.withResolvers<void>()
  let hasEnded = false
  let isAnnounced = false

  const announce = (error: unknown): void => {
    if (isAnnounced) return
    isAnnounced = true
    onWait(error instanceof Error ? error.message : String(error))
  }

  return {
    async connect(work) {
      let firstFailureMs: number | undefined
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        try {
          return await work()
        } catch (error) {
          if (hasEnded || limitSeconds === 0 || !isDatabaseAway(error)) throw error
          firstFailureMs ??= steadyMs()
          const leftMs = firstFailureMs + limitSeconds * 1000 - steadyMs()
          if (leftMs <= 0) throw new Error(`the database has not answered for ${limitSeconds} s`, { cause: error })
          announce(error)
          await pause(Math.min(pauseMs, leftMs))
        }
      }
    },
    end() {
      hasEnded = true
      ending.resolve()
    },
    ended: ending.promise,
  }
}
