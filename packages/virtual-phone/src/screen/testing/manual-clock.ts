import type { ScreenClock } from '../ui.ts'

/** Stands still until a test advances it. */
export class ManualClock implements ScreenClock {
  #nowMs = 0
  readonly #timers = new Set<{ atMs: number; run: () => void }>()

  nowMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  pass(elapsedMs: number): void {
    const untilMs = this.#nowMs + elapsedMs
    for (let due = this.#next(untilMs); due; due = this.#next(untilMs)) {
      this.#nowMs = due.atMs
      this.#timers.delete(due)
      due.run()
    }
    this.#nowMs = untilMs
  }

  #next(untilMs: number) {
    return [...this.#timers].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0]
  }
}
