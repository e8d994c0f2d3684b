import type { Rows } from './door.ts'

/** Macroblocks of the video are this high: a band that starts inside one costs the whole of it. */
const BAND = 16

/** The rows that changed since they were last taken, as one stretch of whole bands. */
export class Damage {
  readonly #height: number
  #from = Number.POSITIVE_INFINITY
  #to = 0

  constructor(height: number) {
    this.#height = height
  }

  get isEmpty(): boolean {
    return this.#to <= this.#from
  }

  add(from: number, to: number): void {
    if (to <= from) return
    const top = Math.max(0, Math.floor(from / BAND) * BAND)
    const bottom = Math.min(this.#height, Math.ceil(to / BAND) * BAND)
    if (bottom <= top) return
    this.#from = Math.min(this.#from, top)
    this.#to = Math.max(this.#to, bottom)
  }

  addAll(): void {
    this.add(0, this.#height)
  }

  take(): Rows | null {
    if (this.isEmpty) return null
    const rows: Rows = [this.#from, this.#to]
    this.#from = Number.POSITIVE_INFINITY
    this.#to = 0
    return rows
  }
}
