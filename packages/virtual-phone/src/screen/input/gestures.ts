import { type Box, contains, type Span, spanOf } from '../draw/box.ts'
import type { Pen } from '../draw/pen.ts'
import type { Layer, Target } from '../layer.ts'
import type { TouchEvent } from '../types.ts'
import type { Ui } from '../ui.ts'
import { axisOf, type Edge, type EdgeGesture, edgeAt, edgeGesture } from './edges.ts'
import type { Scroller } from './scroller.ts'
import { Velocity } from './velocity.ts'

const SLOP_DP = 8
const RING_DP = 22
const MAX_FINGERS = 10

export interface GestureTarget {
  /** The layer that takes touches now. */
  front(): Layer
  goHome(): void
  goBack(): void
  showRecents(): void
  pullShade(): void
}

interface Finger {
  x: number
  y: number
  startX: number
  startY: number
  startMs: number
}

type Intent =
  | { kind: 'none' }
  | { kind: 'press'; target: Target | null; edge: Edge | null }
  | { kind: 'edge'; edge: Edge }
  | { kind: 'drag'; target: Target }
  | { kind: 'scroll'; scroller: Scroller; velocity: Velocity }

/** Turns fingers into taps, drags, flings, pinches and the system's edge gestures. */
export class Gestures {
  readonly #ui: Ui
  readonly #to: GestureTarget
  readonly #fingers = new Map<number, Finger>()
  #intent: Intent = { kind: 'none' }
  #spread = 0

  constructor(ui: Ui, to: GestureTarget) {
    this.#ui = ui
    this.#to = to
  }

  /** Coordinates in dp. */
  touch({ action, pointerId, x, y }: TouchEvent): void {
    const nowMs = this.#ui.clock.nowMs()
    const finger = this.#fingers.get(pointerId)
    if (action === 'down') this.#down(pointerId, x, y, nowMs)
    else if (finger && action === 'move') this.#move(finger, x, y, nowMs)
    else if (finger) this.#up(pointerId, finger, action === 'up', nowMs)
  }

  /** Lets go of everything without tapping; called when the layer under the fingers changes. */
  cancel(): void {
    this.#damagePress()
    this.#fingers.clear()
    this.#intent = { kind: 'none' }
  }

  /** Whether a pressed state lies over everything. */
  get isShown(): boolean {
    return this.#pressSpans().length > 0
  }

  /** The pressed state, over everything else: a touch must be seen at once, wherever it is. */
  draw(pen: Pen): void {
    if (this.#intent.kind === 'press' && this.#intent.target) {
      const { box, radius, isOnDark } = this.#intent.target
      pen.box(box, isOnDark ? 'rgba(255,255,255,.22)' : 'rgba(16,20,28,.09)', radius)
      return
    }
    for (const finger of this.#rings()) {
      pen.circle(finger.x, finger.y, RING_DP, 'rgba(120,140,180,.28)')
      pen.outline(ringBox(finger), 'rgba(255,255,255,.55)', RING_DP, 1)
    }
  }

  #down(pointerId: number, x: number, y: number, nowMs: number): void {
    if (this.#fingers.size >= MAX_FINGERS) return
    const finger = { x, y, startX: x, startY: y, startMs: nowMs }
    const isFirst = this.#fingers.size === 0
    this.#damagePress()
    this.#fingers.set(pointerId, finger)
    if (isFirst) this.#intent = this.#intentOf(x, y)
    else {
      this.#intent = { kind: 'none' }
      this.#spread = this.#spreadNow()
    }
    this.#damagePress()
    if (this.#intent.kind === 'drag') this.#intent.target.drag?.(x, y)
  }

  #intentOf(x: number, y: number): Intent {
    const layer = this.#to.front()
    const scroller = layer.scrollerAt?.(x, y)
    if (scroller?.isMoving) {
      scroller.stop()
      return { kind: 'press', target: null, edge: null }
    }
    const target = layer.targets().findLast(({ box }) => contains(box, x, y)) ?? null
    if (target?.drag) return { kind: 'drag', target }
    return { kind: 'press', target, edge: edgeAt(this.#ui.size(), x, y) }
  }

  #move(finger: Finger, x: number, y: number, nowMs: number): void {
    const before = { ...finger }
    this.#damageRings()
    finger.x = x
    finger.y = y
    this.#damageRings()
    if (this.#fingers.size > 1) return this.#pinch()
    switch (this.#intent.kind) {
      case 'press':
        if (Math.hypot(x - finger.startX, y - finger.startY) > SLOP_DP)
          this.#leavePress(finger, this.#intent.edge, nowMs)
        return
      case 'edge':
        return this.#followEdge(this.#intent.edge, finger)
      case 'drag':
        return this.#intent.target.drag?.(x, y)
      case 'scroll': {
        const { scroller, velocity } = this.#intent
        const along = scroller.axis
        velocity.add(nowMs, along === 'x' ? x : y)
        scroller.drag(along === 'x' ? x - before.x : y - before.y)
      }
    }
  }

  #leavePress(finger: Finger, edge: Edge | null, nowMs: number): void {
    this.#damagePress()
    this.#intent = { kind: 'none' }
    const dx = finger.x - finger.startX
    const dy = finger.y - finger.startY
    const axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y'
    if (edge && axisOf(edge) === axis) return this.#followEdge(edge, finger)
    const scroller = this.#to.front().scrollerAt?.(finger.startX, finger.startY)
    if (scroller?.axis !== axis) return
    const velocity = new Velocity()
    velocity.add(finger.startMs, axis === 'x' ? finger.startX : finger.startY)
    velocity.add(nowMs, axis === 'x' ? finger.x : finger.y)
    this.#intent = { kind: 'scroll', scroller, velocity }
    scroller.drag(axis === 'x' ? dx : dy)
  }

  #followEdge(edge: Edge, finger: Finger): void {
    const gesture = edgeGesture(edge, finger)
    this.#intent = gesture === 'undecided' ? { kind: 'edge', edge } : { kind: 'none' }
    this.#obey(gesture)
  }

  #obey(gesture: EdgeGesture): void {
    if (gesture === 'shade') this.#to.pullShade()
    else if (gesture === 'back') this.#to.goBack()
    else if (gesture === 'home') this.#to.goHome()
    else if (gesture === 'recents') this.#to.showRecents()
  }

  #up(pointerId: number, finger: Finger, isTap: boolean, nowMs: number): void {
    this.#damagePress()
    this.#fingers.delete(pointerId)
    const intent = this.#intent
    this.#intent = { kind: 'none' }
    this.#spread = this.#spreadNow()
    if (!isTap) return
    if (intent.kind === 'press') intent.target?.tap()
    else if (intent.kind === 'edge') this.#obey(edgeGesture(intent.edge, finger, nowMs - finger.startMs))
    else if (intent.kind === 'drag') intent.target.tap()
    else if (intent.kind === 'scroll') intent.scroller.release(intent.velocity.at(nowMs))
  }

  #pinch(): void {
    const spread = this.#spreadNow()
    const [a, b] = this.#fingers.values()
    if (a && b && this.#spread > 0 && spread > 0) {
      this.#to.front().pinch?.({ factor: spread / this.#spread, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
    }
    this.#spread = spread
  }

  #spreadNow(): number {
    const [a, b] = this.#fingers.values()
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  #rings(): Finger[] {
    if (this.#fingers.size > 1 || this.#intent.kind === 'press') return [...this.#fingers.values()]
    return []
  }

  /** Rings follow their fingers; a pressed target stays where it is. */
  #damageRings(): void {
    if (this.#intent.kind !== 'press' || this.#intent.target === null) this.#damagePress()
  }

  #damagePress(): void {
    for (const span of this.#pressSpans()) this.#ui.damage(span)
  }

  #pressSpans(): Span[] {
    if (this.#intent.kind === 'press' && this.#intent.target) return [spanOf(this.#intent.target.box)]
    return this.#rings().map((finger) => spanOf(ringBox(finger)))
  }
}

const ringBox = (finger: Finger): Box => ({
  x: finger.x - RING_DP,
  y: finger.y - RING_DP,
  width: 2 * RING_DP,
  height: 2 * RING_DP,
})
