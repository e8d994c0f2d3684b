import type { Box } from '../draw/box.ts'
import type { Ui } from '../ui.ts'

export interface ScrollerOptions {
  ui: Ui
  axis?: 'x' | 'y'
  viewport(): Box
  contentLength(): number
  /** Stops only at multiples of this. */
  pageLength?(): number
  /** The content has moved by so many dp, towards the end of the screen where that is more than 0. */
  onMove(by: number): void
}

/** Time in which a fling loses 63 % of its speed. */
const FRICTION_MS = 325
const REST_SPEED = 0.02
/** The same for catching up with a wheel or a page. */
const CATCH_UP_MS = 70
const REST_DISTANCE = 0.5
const WHEEL_STEP_DP = 64
const PAGE_FLING_SPEED = 0.3

/** An offset that a finger, a fling or a wheel moves. */
export class Scroller {
  readonly #options: ScrollerOptions
  #position = 0
  #speed = 0
  #goal: number | null = null
  #lastMs = 0
  #isAnimated = false

  constructor(options: ScrollerOptions) {
    this.#options = options
  }

  /** In pairs of pixels: text between two is blurred and costs bits, and video keeps colour once for two rows. */
  get offset(): number {
    const pairsPerDp = this.#options.ui.scale / 2
    return Math.round(this.#position * pairsPerDp) / pairsPerDp
  }

  get axis(): 'x' | 'y' {
    return this.#options.axis ?? 'y'
  }

  get viewport(): Box {
    return this.#options.viewport()
  }

  get isMoving(): boolean {
    return this.#isAnimated
  }

  get most(): number {
    const { width, height } = this.viewport
    return Math.max(0, this.#options.contentLength() - (this.axis === 'x' ? width : height))
  }

  jump(position: number): void {
    this.stop()
    this.#move(position)
  }

  /** The finger moved by so much. */
  drag(distance: number): void {
    this.stop()
    this.#move(this.#position - distance)
  }

  /** The finger left with this speed in dp per millisecond. */
  release(speed: number): void {
    const pageLength = this.#options.pageLength?.()
    if (pageLength) return this.#settle(speed, pageLength)
    if (Math.abs(speed) < REST_SPEED) return
    this.#speed = -speed
    this.#start()
  }

  wheel(notches: number): void {
    this.#speed = 0
    this.#goal = this.#clamp((this.#goal ?? this.#position) - notches * WHEEL_STEP_DP)
    this.#start()
  }

  stop(): void {
    this.#speed = 0
    this.#goal = null
  }

  #settle(speed: number, pageLength: number): void {
    const page = this.#position / pageLength
    const toward =
      Math.abs(speed) < PAGE_FLING_SPEED ? Math.round(page) : speed < 0 ? Math.ceil(page) : Math.floor(page)
    this.#goal = this.#clamp(toward * pageLength)
    this.#start()
  }

  #start(): void {
    this.#lastMs = this.#options.ui.clock.nowMs()
    if (this.#isAnimated) return
    this.#isAnimated = true
    this.#options.ui.animate((nowMs) => {
      this.#isAnimated = this.#step(nowMs)
      return this.#isAnimated
    })
  }

  #step(nowMs: number): boolean {
    const elapsedMs = nowMs - this.#lastMs
    this.#lastMs = nowMs
    if (this.#goal !== null) return this.#catchUp(this.#goal, elapsedMs)
    if (this.#speed === 0) return false
    const kept = Math.exp(-elapsedMs / FRICTION_MS)
    const before = this.#position
    this.#move(before + this.#speed * FRICTION_MS * (1 - kept))
    this.#speed *= kept
    const hitTheEnd = elapsedMs > 0 && this.#position === before
    if (hitTheEnd || Math.abs(this.#speed) < REST_SPEED) this.#speed = 0
    return this.#speed !== 0
  }

  #catchUp(goal: number, elapsedMs: number): boolean {
    const rest = (goal - this.#position) * Math.exp(-elapsedMs / CATCH_UP_MS)
    const isThere = Math.abs(rest) < REST_DISTANCE
    this.#move(isThere ? goal : goal - rest)
    if (isThere) this.#goal = null
    return !isThere
  }

  #move(position: number): void {
    const before = this.offset
    this.#position = this.#clamp(position)
    if (this.offset !== before) this.#options.onMove(before - this.offset)
  }

  #clamp(position: number): number {
    return Math.min(this.most, Math.max(0, position))
  }
}
