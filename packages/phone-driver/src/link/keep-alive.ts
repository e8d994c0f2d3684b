import type { Clock } from '../operation.ts'

interface KeepAliveOptions {
  readonly clock: Clock
  readonly lastReceivedAtMs: () => number
  /** An operation is running, so silence is detected sooner. */
  readonly isBusy: () => boolean
  /** Sends something that the phone answers. */
  readonly probe: () => void
  readonly onSilence: () => void
}

const TICK_MS = 500
const BUSY_QUIET_MS = 2000
const IDLE_QUIET_MS = 15_000
const ANSWER_MS = 4000

/**
 * Detects half-open connections: after a quiet interval the phone is probed, and any byte counts as an answer.
 */
export function keepAlive({ clock, lastReceivedAtMs, isBusy, probe, onSilence }: KeepAliveOptions): () => void {
  let askedAtMs: number | null = null
  let cancel = () => {}
  const tick = () => {
    const nowMs = clock.nowMs()
    const quietMs = nowMs - lastReceivedAtMs()
    if (askedAtMs !== null && lastReceivedAtMs() > askedAtMs) askedAtMs = null
    if (askedAtMs !== null && nowMs - askedAtMs >= ANSWER_MS) return onSilence()
    if (askedAtMs === null && quietMs >= (isBusy() ? BUSY_QUIET_MS : IDLE_QUIET_MS)) {
      askedAtMs = nowMs
      probe()
    }
    cancel = clock.after(TICK_MS, tick)
  }
  cancel = clock.after(TICK_MS, tick)
  return () => cancel()
}
