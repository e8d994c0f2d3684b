import { scrollTopOnWayBack } from './scroll-position.ts'

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Leads an area back to its top. A finger or wheel that comes in between keeps it where it is. */
export const scrollBack = (area: HTMLElement): void => {
  const fromPx = area.scrollTop
  if (wantsNoMotion()) {
    area.scrollTop = 0
    return
  }
  let startMs: number | undefined
  let lastPx = fromPx
  const step = (nowMs: number) => {
    startMs ??= nowMs
    if (Math.abs(area.scrollTop - lastPx) > 1) return
    area.scrollTop = scrollTopOnWayBack(fromPx, nowMs - startMs)
    lastPx = area.scrollTop
    if (lastPx > 0) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
