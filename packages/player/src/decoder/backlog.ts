/** A new viewer gets all frames since the last key frame at once; they are decoded within this time. */
const BURST_MS = 1000

/** Tells a backlog, which is latency that never shrinks by itself, from a burst, which does. */
export const createBacklog = (limit: number) => {
  let sinceMs: number | undefined
  return {
    /** Whether more than `limit` frames have been waiting for longer than a burst takes. */
    update(waiting: number, burstMs = BURST_MS): boolean {
      const nowMs = performance.now()
      if (waiting <= limit) sinceMs = undefined
      else sinceMs ??= nowMs
      return sinceMs !== undefined && nowMs - sinceMs > burstMs
    },
  }
}
