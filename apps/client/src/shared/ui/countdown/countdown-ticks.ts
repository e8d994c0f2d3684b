const SECOND_MS = 1000

/** Milliseconds until the displayed second changes; undefined when the time is over. */
export const msToNextSecond = (endsAtMs: number, nowMs: number): number | undefined => {
  const leftMs = endsAtMs - nowMs
  return leftMs > 0 ? leftMs % SECOND_MS || SECOND_MS : undefined
}

/** Ticks at every change of the shown second, and once more at the end; gives what stops it. */
export const startTicks = (endsAtMs: number, now: () => number, onTick: (nowMs: number) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    const nowMs = now()
    onTick(nowMs)
    const waitMs = msToNextSecond(endsAtMs, nowMs)
    if (waitMs !== undefined) timer = setTimeout(tick, waitMs)
  }
  tick()
  return () => clearTimeout(timer)
}
