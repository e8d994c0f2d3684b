import type { Clock } from '../operation.ts'

/** Stands still until a test advances it. */
export function createManualClock(): Clock & { advance(byMs: number): void } {
  let nowMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(byMs) {
      const endMs = nowMs + byMs
      for (;;) {
        const next = [...timers].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0]
        if (!next) break
        timers.delete(next)
        nowMs = next.atMs
        next.run()
      }
      nowMs = endMs
    },
  }
}

/** Runs `factor` times as fast as the system's clock. */
export const createFastClock = (factor: number): Clock => ({
  nowMs: () => performance.now() * factor,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs / factor)
    return () => clearTimeout(timer)
  },
})
