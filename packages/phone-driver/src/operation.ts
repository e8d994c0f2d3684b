import { PhoneError } from './errors.ts'

/** The only source of time and timers in this package; tests inject their own. */
export interface Clock {
  nowMs(): number
  /** Returns a function that cancels the timer. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** One request to a phone. The signal is aborted with a `PhoneError` at the deadline or when the link is lost. */
export interface Operation {
  readonly signal: AbortSignal
  /** Rejects with the signal's reason if that comes first. */
  race<Result>(work: PromiseLike<Result>): Promise<Result>
  /** Restarts the deadline after progress. */
  renew(): void
  /** Suspends the deadline until `renew()`. */
  pause(): void
  /** Cancels the deadline. */
  end(): void
}

interface OperationOptions {
  readonly clock: Clock
  /** Used in the message of a timeout. */
  readonly what: string
  readonly timeoutMs: number
}

export function startOperation({ clock, what, timeoutMs }: OperationOptions, ...parents: AbortSignal[]): Operation {
  const controller = new AbortController()
  const signal = controller.signal
  const expire = () => controller.abort(new PhoneError('timeout', `${what} did not end within ${timeoutMs} ms`))
  const inherit = (event: Event) => controller.abort((event.target as AbortSignal).reason)
  let cancel = clock.after(timeoutMs, expire)
  const end = () => {
    cancel()
    for (const parent of parents) parent.removeEventListener('abort', inherit)
  }
  signal.addEventListener('abort', end, { once: true })
  for (const parent of parents) {
    if (parent.aborted) controller.abort(parent.reason)
    else parent.addEventListener('abort', inherit)
  }
  return {
    signal,
    race: (work) => untilAborted(signal, work),
    renew() {
      cancel()
      if (!signal.aborted) cancel = clock.after(timeoutMs, expire)
    },
    pause: () => cancel(),
    end,
  }
}

/** The result of `work`, or the signal's reason if that comes first; a later result is ignored. */
export async function untilAborted<Result>(signal: AbortSignal, work: PromiseLike<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([aborted.promise, work])
  } catch (error) {
    // Failures that follow from the abort are reported as its reason.
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
