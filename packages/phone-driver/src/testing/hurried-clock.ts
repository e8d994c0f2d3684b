import type { Clock } from '../clock.ts'

/** Time that passes faster, for what can only be shown by waiting. */
export const createFastClock = (factor: number): Clock => ({
  nowMs: () => performance.now() * factor,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs / factor)
    return () => clearTimeout(timer)
  },
})
