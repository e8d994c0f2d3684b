import { PhoneError } from '../errors.ts'
import type { PhoneState, Unsubscribe } from '../types.ts'
import { type Link, type LinkOptions, openLink } from './link.ts'

const FIRST_MS = 200
const LONGEST_MS = 10_000

/**
 * Exponential, with jitter in the upper half, so that the phones of a host that went down do not all reconnect at once.
 */
export function backoffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16))
  return fullMs * (0.5 + random() / 2)
}

/** After this long a phone counts as offline; reconnecting goes on. */
const OFFLINE_AFTER_MS = 10_000

interface ConnectionOptions extends LinkOptions {
  /** Between 0 and 1. */
  readonly random: () => number
  readonly log: (text: string) => void
}

/** Connects on first use and reconnects until it is closed. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #closed = new AbortController()
  readonly #listeners = new Set<(state: PhoneState) => void>()
  #state: PhoneState = 'offline'
  #link: Link | null = null
  #attempt: Promise<Link> | null = null
  #cancelRetry = () => {}
  #failures = 0
  #awaySinceMs: number | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  get state(): PhoneState {
    return this.#state
  }

  get closed(): AbortSignal {
    return this.#closed.signal
  }

  onState(listener: (state: PhoneState) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The current link, or the outcome of the running attempt; starts one if there is none. */
  get(): Promise<Link> {
    if (this.closed.aborted) return Promise.reject(this.closed.reason)
    if (this.#link) return Promise.resolve(this.#link)
    this.#attempt ??= this.#try().finally(() => (this.#attempt = null))
    return this.#attempt
  }

  close(): void {
    if (this.closed.aborted) return
    this.#closed.abort(new PhoneError('lost', 'the phone was closed'))
    this.#cancelRetry()
    this.#link?.close()
    this.#setState('offline')
    this.#listeners.clear()
  }

  async #try(): Promise<Link> {
    this.#cancelRetry()
    this.#showAway()
    try {
      const link = await openLink(this.#options, this.closed)
      this.#hold(link)
      return link
    } catch (error) {
      this.#retryLater(error)
      throw error
    }
  }

  #hold(link: Link): void {
    if (this.closed.aborted) return link.close()
    this.#link = link
    this.#failures = 0
    this.#awaySinceMs = null
    link.disconnected.addEventListener('abort', () => {
      this.#link = null
      this.#retryLater(link.disconnected.reason)
    })
    this.#setState('online')
  }

  #retryLater(reason: unknown): void {
    if (this.closed.aborted) return
    const { clock, random, log, host, port } = this.#options
    const delayMs = backoffMs(this.#failures, random)
    this.#failures += 1
    this.#showAway()
    log(`${host}:${port}: ${reason instanceof Error ? reason.message : reason}; again in ${Math.round(delayMs)} ms`)
    this.#cancelRetry = clock.after(delayMs, () => void this.get().catch(() => {}))
  }

  #showAway(): void {
    const nowMs = this.#options.clock.nowMs()
    this.#awaySinceMs ??= nowMs
    this.#setState(nowMs - this.#awaySinceMs < OFFLINE_AFTER_MS ? 'connecting' : 'offline')
  }

  #setState(state: PhoneState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}
