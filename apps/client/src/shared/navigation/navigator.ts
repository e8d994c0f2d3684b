export interface Navigation {
  /** Equal for two requests that lead to the same place. */
  readonly key: string
  /** Starts the navigation; undefined when there is nothing to do. Rejects when the platform refuses. */
  readonly start: () => Promise<unknown> | undefined
  /** Asked for by the page itself: a repeated tap on the way to that page does not call it off. */
  readonly isRequired?: boolean
}

interface NavigatorParts {
  /** Whether no navigation is running, by the router or by the browser's buttons. */
  readonly isIdle: () => boolean
  readonly whenIdle: () => Promise<void>
  /** A navigation that takes longer no longer holds up the next one. */
  readonly timeoutMs: number
  readonly onFailure: (navigation: Navigation, error: unknown) => void
}

interface Pending extends Navigation {
  readonly done: Promise<void>
  readonly finish: () => void
}

/** Pauses before a refused navigation is tried again. */
const RETRY_MS = [100, 300, 900, 2700] as const

/** Refusals that trying again does not change. */
const PERMANENT = /not found|tabbar page|first page|timed out/i

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String((error as { errMsg?: unknown } | undefined)?.errMsg ?? error)

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const within = (work: Promise<unknown>, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('navigation timed out')), ms)
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer))
  })

const pendingOf = (navigation: Navigation): Pending => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { ...navigation, done, finish }
}

/**
 * Runs one navigation at a time, because the platforms refuse or mix up concurrent ones. Only the last request waits;
 * a request for the running target joins it. A refused navigation is retried, then reported.
 */
export const createNavigator = ({ isIdle, whenIdle, timeoutMs, onFailure }: NavigatorParts) => {
  let current: Pending | undefined
  let waiting: Pending | undefined
  /** The running navigation timed out: the next one does not wait for it. */
  let isStuck = false

  const settled = (work: Promise<unknown>): Promise<void> =>
    within(work, timeoutMs).catch((error: unknown) => {
      isStuck = !isIdle()
      throw error
    })

  const tryOnce = async ({ start }: Navigation): Promise<void> => {
    const started = start()
    if (started) await settled(started.then(whenIdle))
  }

  const attempt = async (navigation: Navigation, [retryMs, ...later]: readonly number[]): Promise<void> => {
    if (waiting) return
    try {
      await tryOnce(navigation)
    } catch (error) {
      if (waiting) return
      if (retryMs === undefined || PERMANENT.test(messageOf(error))) return onFailure(navigation, error)
      await pause(retryMs)
      await attempt(navigation, later)
    }
  }

  const run = async (navigation: Navigation): Promise<void> => {
    if (isIdle()) isStuck = false
    else if (!isStuck) await settled(whenIdle()).catch(() => undefined)
    await attempt(navigation, RETRY_MS)
  }

  const proceed = async (): Promise<void> => {
    while (waiting) {
      current = waiting
      waiting = undefined
      await run(current)
      current.finish()
    }
    current = undefined
  }

  const withdraw = () => {
    waiting?.finish()
    waiting = undefined
  }

  /** Resolves when the page is shown, or when this request cannot show it any more. */
  return (navigation: Navigation): Promise<void> => {
    if (current?.key === navigation.key) {
      if (!waiting?.isRequired) withdraw()
      return current.done
    }
    if (waiting?.key === navigation.key) return waiting.done
    withdraw()
    const pending = pendingOf(navigation)
    waiting = pending
    if (!current) void proceed()
    return pending.done
  }
}
