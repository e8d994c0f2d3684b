import { BACK_TO_TOP_DURATION_MS, BACK_TO_TOP_OFFSET_PX, LOAD_MORE_OFFSET_PX } from '@yunji/contract/display/limits'

/** Scroll position, in the browser's names. */
export interface ScrollPosition {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

/** Whether to load the next rows. A list that does not fill its area is near its end. */
export const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: ScrollPosition): boolean =>
  scrollHeight - clientHeight - scrollTop <= LOAD_MORE_OFFSET_PX

export const offersBackToTop = (scrollTop: number): boolean => scrollTop >= BACK_TO_TOP_OFFSET_PX

/** Scroll position during the animation to the top, easing out. */
export const scrollTopOnWayBack = (fromPx: number, elapsedMs: number): number => {
  const left = 1 - Math.min(Math.max(elapsedMs, 0) / BACK_TO_TOP_DURATION_MS, 1)
  return fromPx * left ** 3
}
