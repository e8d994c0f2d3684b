import {
  PULL_BOTTOM_OFFSET_PX,
  PULL_IN_RANGE_RATE,
  PULL_MINIMUM_ANGLE_DEGREES,
  PULL_OUT_RANGE_RATE,
  PULL_REFRESH_OFFSET_PX,
} from '@yunji/contract/display/limits'

export type PullPhase = 'rest' | 'pulling' | 'ready' | 'refreshing'

/** A finger, or a pressed mouse, that may turn out to pull. */
interface Hold {
  readonly startX: number
  readonly startY: number
  readonly aim: 'undecided' | 'pull' | 'other'
}

export interface PullState {
  readonly phase: PullPhase
  /** Distance that the list is pulled down. */
  readonly distancePx: number
  readonly hold: Hold | null
}

export type PullEvent =
  | { readonly type: 'start'; readonly x: number; readonly y: number; readonly isAtTop: boolean }
  /** `toBottomPx`: from the finger to the lower edge of the screen. */
  | { readonly type: 'move'; readonly x: number; readonly y: number; readonly toBottomPx: number }
  | { readonly type: 'end' }
  | { readonly type: 'cancel' }
  /** Asked for without a pull. */
  | { readonly type: 'refresh' }
  | { readonly type: 'refreshed' }

export const atRest: PullState = { phase: 'rest', distancePx: 0, hold: null }

const refreshing: PullState = { phase: 'refreshing', distancePx: PULL_REFRESH_OFFSET_PX, hold: null }

/** Jitter: the first pixels have no direction. */
const DECIDED_AFTER_PX = 4

/** The way of the finger after which the list follows no longer as fast. */
const RANGE_PX = PULL_REFRESH_OFFSET_PX / PULL_IN_RANGE_RATE

/** Distance of the list for a distance of the finger. */
export const pullDistancePx = (travelPx: number): number =>
  travelPx <= RANGE_PX
    ? Math.max(travelPx, 0) * PULL_IN_RANGE_RATE
    : PULL_REFRESH_OFFSET_PX + (travelPx - RANGE_PX) * PULL_OUT_RANGE_RATE

/** 90 is straight up or down, 0 to the side. */
const angleDegrees = (acrossPx: number, downPx: number): number =>
  (Math.atan2(Math.abs(downPx), Math.abs(acrossPx)) * 180) / Math.PI

/** The first real movement decides whether a touch scrolls or pulls, until its release. */
const aimOf = (hold: Hold, acrossPx: number, downPx: number): Hold['aim'] => {
  if (hold.aim !== 'undecided') return hold.aim
  if (Math.max(Math.abs(acrossPx), Math.abs(downPx)) < DECIDED_AFTER_PX) return 'undecided'
  return downPx > 0 && angleDegrees(acrossPx, downPx) >= PULL_MINIMUM_ANGLE_DEGREES ? 'pull' : 'other'
}

const released = ({ phase }: PullState): PullState => (phase === 'ready' ? refreshing : atRest)

const moved = (state: PullState, { x, y, toBottomPx }: Extract<PullEvent, { type: 'move' }>): PullState => {
  const { hold } = state
  if (!hold || hold.aim === 'other') return state
  const travelPx = y - hold.startY
  const aim = aimOf(hold, x - hold.startX, travelPx)
  if (aim !== 'pull') return aim === hold.aim ? state : { ...atRest, hold: { ...hold, aim } }
  // A finger that slides off the screen ends without saying so.
  if (toBottomPx <= PULL_BOTTOM_OFFSET_PX) return released(state)
  const distancePx = pullDistancePx(travelPx)
  return { phase: distancePx >= PULL_REFRESH_OFFSET_PX ? 'ready' : 'pulling', distancePx, hold: { ...hold, aim } }
}

/** The pull of a list: touches in, distance and phase out. While the list refreshes, touches only scroll it. */
export const pullGesture = (state: PullState, event: PullEvent): PullState => {
  if (event.type === 'refresh') return refreshing
  if (state.phase === 'refreshing') return event.type === 'refreshed' ? atRest : state
  switch (event.type) {
    case 'start':
      return event.isAtTop ? { ...atRest, hold: { startX: event.x, startY: event.y, aim: 'undecided' } } : atRest
    case 'move':
      return moved(state, event)
    case 'end':
      return released(state)
    case 'cancel':
    case 'refreshed':
      return atRest
  }
}

/** Whether the list owns the touch: the browser must not scroll, select or open. */
export const isPulling = ({ hold }: PullState): boolean => hold?.aim === 'pull'
