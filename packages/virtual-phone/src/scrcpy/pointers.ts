import type { PhoneScreen, TouchEvent } from '../screen/types.ts'

const MAX_POINTERS = 10

/**
 * Fingers as scrcpy's controller and Android's input dispatcher see them. The controller forgets a finger on UP only:
 * after a CANCEL it still counts, so the next DOWN of another finger is a second finger of a gesture that has no first,
 * and the dispatcher drops it.
 */
export class Pointers {
  readonly #screen: PhoneScreen
  readonly #locals = new Map<bigint, number>()
  /** Fingers of the gesture that the dispatcher is in; empty between gestures. */
  readonly #gesture = new Set<number>()

  constructor(screen: PhoneScreen) {
    this.#screen = screen
  }

  /** False when there are too many. */
  touch(pointerId: bigint, action: TouchEvent['action'], point: { x: number; y: number }): boolean {
    const local = this.#localOf(pointerId)
    if (local === null) return false
    const isOnly = this.#locals.size === 1
    if (action === 'up') this.#locals.delete(pointerId)
    this.#dispatch(action, local, isOnly, point)
    return true
  }

  /** Ends the gesture of a controller that goes away. */
  cancel(): void {
    for (const pointerId of this.#gesture) this.#screen.touch({ action: 'cancel', pointerId, x: 0, y: 0 })
    this.#gesture.clear()
  }

  #dispatch(action: TouchEvent['action'], pointerId: number, isOnly: boolean, point: { x: number; y: number }): void {
    if (action === 'cancel') return this.cancel()
    if (action === 'down') {
      if (isOnly) this.cancel()
      else if (this.#gesture.size === 0) return
      this.#gesture.add(pointerId)
    } else if (!this.#gesture.has(pointerId)) return
    if (action === 'up') this.#gesture.delete(pointerId)
    this.#screen.touch({ action, pointerId, ...point })
  }

  /** Maps 64-bit pointer ids to the lowest free slot; any event of an unknown finger adds it. */
  #localOf(pointerId: bigint): number | null {
    const known = this.#locals.get(pointerId)
    if (known !== undefined) return known
    if (this.#locals.size >= MAX_POINTERS) return null
    const taken = new Set(this.#locals.values())
    let free = 0
    while (taken.has(free)) free++
    this.#locals.set(pointerId, free)
    return free
  }
}
