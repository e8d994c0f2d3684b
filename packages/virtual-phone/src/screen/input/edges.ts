import type { Size } from '../draw/box.ts'
import { NAVIGATION_DP, STATUS_BAR_DP } from '../ui.ts'

export type Edge = 'top' | 'bottom' | 'left' | 'right'
export type EdgeGesture = 'shade' | 'home' | 'recents' | 'back' | 'undecided'

const SIDE_DP = 14
const BACK_WAY_DP = 28
const SHADE_WAY_DP = 24
/** A longer or resting swipe opens the recent apps instead of the home screen. */
const RECENTS_WAY_DP = 150
const RECENTS_REST_MS = 350

/** The edge that a touch starts on, if any. */
export function edgeAt({ width, height }: Size, x: number, y: number): Edge | null {
  if (y >= height - NAVIGATION_DP) return 'bottom'
  if (y < STATUS_BAR_DP) return 'top'
  if (x < SIDE_DP) return 'left'
  return x >= width - SIDE_DP ? 'right' : null
}

export const axisOf = (edge: Edge): 'x' | 'y' => (edge === 'top' || edge === 'bottom' ? 'y' : 'x')

interface Way {
  startX: number
  startY: number
  x: number
  y: number
}

/** Gesture of a swipe from an edge; at the bottom edge it is decided when the finger is lifted, after `heldMs`. */
export function edgeGesture(edge: Edge, { startX, startY, x, y }: Way, heldMs?: number): EdgeGesture {
  switch (edge) {
    case 'top':
      return y - startY > SHADE_WAY_DP ? 'shade' : 'undecided'
    case 'left':
      return x - startX > BACK_WAY_DP ? 'back' : 'undecided'
    case 'right':
      return startX - x > BACK_WAY_DP ? 'back' : 'undecided'
    case 'bottom': {
      if (heldMs === undefined) return 'undecided'
      return heldMs > RECENTS_REST_MS && startY - y > RECENTS_WAY_DP ? 'recents' : 'home'
    }
  }
}
