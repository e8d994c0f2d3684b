import type { FromViewer, TouchAction } from '@yunji/phone-protocol/stream/from-viewer'
import { isInside, type PictureRect, type Point, toStreamPosition } from '../picture/layout.ts'

/** Android knows no more fingers. */
const MAX_FINGERS = 10

/** What of a pointer event counts. */
export interface PointerInput extends Point {
  readonly id: number
  readonly pressure: number
}

interface TouchesOptions {
  readonly send: (message: FromViewer) => void
  /** Where the picture lies now; nothing before the first one. */
  readonly pictureRect: () => PictureRect | null
  /** The link is behind: positions that the next ones replace are not worth sending. */
  readonly isBehind: () => boolean
}

interface Finger {
  readonly slot: number
  last: Point
}

/** Turns pointers on the page into fingers on the phone. A finger that came down on the picture stays on it. */
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
    /** Whether the finger came down on the picture. */
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

    /** Nobody will say any more when they leave. */
    cancelAll(): void {
      for (const finger of fingers.values()) touch('cancel', finger, 0)
      fingers.clear()
    },
  }
}

/** What of a wheel event counts. */
export interface WheelInput {
  readonly deltaX: number
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
}

/** How much of each unit one notch of a wheel is. */
const UNITS_PER_NOTCH = [100, 3, 1] as const

/** Notches of a wheel as the phone counts them: up and left are positive. */
export const notchesOf = ({ deltaX, deltaY, deltaMode }: WheelInput): { readonly dx: number; readonly dy: number } => {
  const units = UNITS_PER_NOTCH[deltaMode as 0 | 1 | 2] ?? UNITS_PER_NOTCH[0]
  // Without adding nothing, a wheel at rest would turn by minus zero.
  return { dx: 0 - deltaX / units, dy: 0 - deltaY / units }
}
