type Listener = () => void

/** As much of the standard's signal as a reader needs. */
class Signal {
  aborted = false
  reason: unknown
  private listeners: readonly Listener[] = []

  addEventListener(_type: 'abort', listener: Listener): void {
    this.listeners = [...this.listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.listeners = this.listeners.filter((one) => one !== listener)
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const listener of this.listeners) listener()
  }
}

/** Stands in for the global of the same name where the engine has none (see config/mini.ts). */
export class AbortController {
  readonly signal = new Signal()

  abort(reason: unknown = new Error('aborted')): void {
    this.signal.abort(reason)
  }
}
