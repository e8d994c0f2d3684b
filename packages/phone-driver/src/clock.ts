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
