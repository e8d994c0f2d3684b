import { PhoneError } from './errors.ts'

/** The only source of time and of waiting. Tests hand in one that moves when told. */
export interface Clock {
  nowMs(): number
  /** Runs something later; what it returns takes that back. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Something that is asked of a phone. Its signal is aborted, with the `PhoneError` as the reason, when it must end. */
export interface Operation {
  readonly signal: AbortSignal
  /** Waits, but no longer than the operation may last. */
  race<Result>(work: PromiseLike<Result>): Promise<Result>
  /** There was progress: the deadline counts from now. */
  renew(): void
  /** It is somebody else's turn: the deadline waits until `renew()`. */
  pause(): void
  /** Its deadline no longer counts. */
  end(): void
}

interface OperationOptions {
  readonly clock: Clock
  /** For people: what did not end in time. */
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

/** The work's own end, or the signal's reason, whichever comes first. What the work does later is nobody's concern. */
export async function untilAborted<Result>(signal: AbortSignal, work: PromiseLike<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([aborted.promise, work])
  } catch (error) {
    // What breaks because the link broke is told as that.
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
