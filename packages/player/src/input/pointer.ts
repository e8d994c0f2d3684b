import type { FromViewer, TouchAction } from '@yunji/phone-protocol/stream/from-viewer'
import { isInside, type PictureRect, type Point, toStreamPosition } from '../picture/layout.ts'

/** Android's limit. */
const MAX_FINGERS = 10

/** The fields of a PointerEvent that are used. */
export interface PointerInput extends Point {
  readonly id: number
  readonly pressure: number
}

interface TouchesOptions {
  readonly send: (message: FromViewer) => void
  /** Null before the first picture. */
  readonly pictureRect: () => PictureRect | null
  /** The socket is congested: move events are dropped. */
  readonly isBehind: () => boolean
}

interface Finger {
  readonly slot: number
  last: Point
}

/** Maps pointers on the page to touches on the phone. Positions outside the picture are clamped to its edge. */
export const createTouches = ({ send, pictureRect, isBehind }: TouchesOptions) => {
  const fingers = new Map<number, Finger>()

  const freeSlot = (): number => {
    const taken = new Set([...fingers.values()].map(({ slot }) => slot))
    for (let slot = 0; slot < MAX_FINGERS; slot += 1) if (!taken.has(slot)) return slot
    return -1
  }

  const touch = (action: TouchAction, { slot, last }: Finger, pressure: number) =>
    send({ kind: 'touch', action, pointerId: slot, ...last, pressure })

  const end = (action: 'up' | 'cancel', event: PointerInput) => {
    const finger = fingers.get(event.id)
    if (!finger) return
    fingers.delete(event.id)
    const where = pictureRect()
    if (action === 'up' && where) finger.last = toStreamPosition(event, where)
    touch(action, finger, 0)
  }

  return {
    /** Returns false outside the picture and when all slots are taken. */
    down(event: PointerInput): boolean {
      const where = pictureRect()
      const slot = freeSlot()
      if (!where || slot < 0 || !isInside(event, where)) return false
      const finger = { slot, last: toStreamPosition(event, where) }
      fingers.set(event.id, finger)
      touch('down', finger, event.pressure)
      return true
    },

    move(event: PointerInput): void {
      const finger = fingers.get(event.id)
      const where = pictureRect()
      if (!finger || !where || isBehind()) return
      const next = toStreamPosition(event, where)
      if (next.x === finger.last.x && next.y === finger.last.y) return
      finger.last = next
      touch('move', finger, event.pressure)
    },

    up: (event: PointerInput) => end('up', event),
    cancel: (event: PointerInput) => end('cancel', event),

    /** For when no further pointer events will arrive. */
    cancelAll(): void {
      for (const finger of fingers.values()) touch('cancel', finger, 0)
      fingers.clear()
    },
  }
}

/** The fields of a WheelEvent that are used. */
export interface WheelInput {
  readonly deltaX: number
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
}

/** One notch in pixels, lines and pages. */
const UNITS_PER_NOTCH = [100, 3, 1] as const

/** In Android's direction: up and left are positive. */
export const notchesOf = ({ deltaX, deltaY, deltaMode }: WheelInput): { readonly dx: number; readonly dy: number } => {
  const units = UNITS_PER_NOTCH[deltaMode as 0 | 1 | 2] ?? UNITS_PER_NOTCH[0]
  // `0 - x` instead of `-x`, which would give -0.
  return { dx: 0 - deltaX / units, dy: 0 - deltaY / units }
}
