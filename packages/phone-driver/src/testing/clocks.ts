import type { Clock } from '../operation.ts'

/** Time that stands still until a test moves it. */
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

/** Time that passes faster, for what can only be shown by waiting. */
export const createFastClock = (factor: number): Clock => ({
  nowMs: () => performance.now() * factor,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs / factor)
    return () => clearTimeout(timer)
  },
})
