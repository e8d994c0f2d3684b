import type { Change, Move, Rows } from './types.ts'

/** Macroblocks of the video are this high: a band that starts inside one costs the whole of it. */
const BAND = 16
/** Colour is kept once for two rows: only what moves by pairs of them stays as it is. */
const PAIR = 2
/** Lengths come as fractions of a dp. */
const ROUNDING = 1e-6

const bandUp = (row: number): number => Math.floor(row / BAND) * BAND
const bandDown = (row: number): number => Math.ceil(row / BAND) * BAND

/** Damage since it was last taken: moved rows, then one range of whole bands to draw. */
export class Damage {
  readonly #height: number
  #from = Number.POSITIVE_INFINITY
  #to = 0
  #move: Move | null = null

  constructor(height: number) {
    this.#height = height
  }

  get isEmpty(): boolean {
    return this.#to <= this.#from && this.#move === null
  }

  add(from: number, to: number): void {
    if (to <= from) return
    const top = Math.max(0, bandUp(from))
    const bottom = Math.min(this.#height, bandDown(to))
    if (bottom <= top) return
    this.#from = Math.min(this.#from, top)
    this.#to = Math.max(this.#to, bottom)
  }

  addAll(): void {
    this.add(0, this.#height)
  }

  /** Rows were shifted down by `by`; they are redrawn where pixels cannot be moved. */
  move(from: number, to: number, by: number): void {
    const rows: Rows = [Math.round(from), bandUp(to)]
    const before = this.#move
    const sum = Math.round(by) + (before?.by ?? 0)
    const isSame = before === null || (before.rows[0] === rows[0] && before.rows[1] === rows[1])
    const isWhole = Math.abs(by - Math.round(by)) < ROUNDING && Math.abs(from - rows[0]) < ROUNDING
    const isPaired = sum % PAIR === 0 && rows[0] % PAIR === 0
    const isDamaged = this.#from < rows[1] && this.#to > rows[0]
    if (isSame && isWhole && isPaired && !isDamaged && Math.abs(sum) < rows[1] - rows[0]) {
      this.#move = sum === 0 ? null : { rows, by: sum }
      this.add(rows[1], to)
      return
    }
    this.#move = null
    if (before) this.add(...before.rows)
    this.add(from, to)
  }

  take(): Change | null {
    if (this.isEmpty) return null
    const move = this.#move
    if (move) this.#move = null
    const drawn = [...this.#entered(move), ...this.#stretch()]
    this.#from = Number.POSITIVE_INFINITY
    this.#to = 0
    return { move, drawn }
  }

  /** Rows that became visible by the move and are not damaged already. */
  #entered(move: Move | null): Rows[] {
    if (!move) return []
    const { rows, by } = move
    const [from, to] = by > 0 ? [rows[0], rows[0] + by] : [rows[1] + by, rows[1]]
    const isBeside = this.#from <= bandDown(to) && this.#to >= bandUp(from)
    if (!isBeside) return [[bandUp(from), Math.min(this.#height, bandDown(to))]]
    this.add(from, to)
    return []
  }

  #stretch(): Rows[] {
    return this.#to > this.#from ? [[this.#from, this.#to]] : []
  }
}
