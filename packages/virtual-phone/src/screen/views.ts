import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { Damage } from './damage.ts'
import type { Rows, ScreenView } from './door.ts'
import type { Size } from './draw/box.ts'

export interface ViewsOptions {
  /** In pixels. */
  size(): Size
  /** Moves what moves; true while something still does. */
  advance(): boolean
  draw(context: SKRSContext2D, rows: Rows): void
  /** Called with the first onlooker and after the last has left. */
  onWatched(isWatched: boolean): void
}

interface Onlooker {
  damage: Damage
  isTold: boolean
  tell(): void
}

/** One drawing surface for all onlookers; it exists only while there are any. */
export class Views {
  readonly #options: ViewsOptions
  readonly #onlookers = new Set<Onlooker>()
  #surface: { canvas: Canvas; context: SKRSContext2D } | null = null
  #stale = new Damage(0)

  constructor(options: ViewsOptions) {
    this.#options = options
  }

  get isWatched(): boolean {
    return this.#onlookers.size > 0
  }

  add(from: number, to: number): void {
    if (!this.isWatched) return
    this.#stale.add(from, to)
    if (this.#stale.isEmpty) return
    for (const onlooker of this.#onlookers) {
      onlooker.damage.add(from, to)
      this.#tell(onlooker)
    }
  }

  /** Something began to move: the next frame is wanted even if nothing is damaged yet. */
  wake(): void {
    for (const onlooker of this.#onlookers) this.#tell(onlooker)
  }

  /** The phone was turned: everything is drawn anew on a surface of another shape. */
  resize(): void {
    this.#surface = null
    const { height } = this.#options.size()
    this.#stale = new Damage(height)
    for (const onlooker of this.#onlookers) onlooker.damage = new Damage(height)
    this.add(0, height)
  }

  open(onDamage: () => void): ScreenView {
    const { height } = this.#options.size()
    if (!this.isWatched) this.#stale = new Damage(height)
    const onlooker: Onlooker = { damage: new Damage(height), isTold: false, tell: onDamage }
    this.#onlookers.add(onlooker)
    if (this.#onlookers.size === 1) this.#options.onWatched(true)
    this.#stale.addAll()
    onlooker.damage.addAll()
    return this.#viewOf(onlooker)
  }

  close(): void {
    for (const onlooker of this.#onlookers) this.#leave(onlooker)
  }

  #viewOf(onlooker: Onlooker): ScreenView {
    const options = this.#options
    return {
      get size() {
        return options.size()
      },
      paint: () => this.#paint(onlooker),
      readRows: ([from, to]) => this.#readRows(from, to),
      close: () => this.#leave(onlooker),
    }
  }

  #paint(onlooker: Onlooker): Rows | null {
    const isMoving = this.#options.advance()
    const rows = this.#stale.take()
    if (rows) this.#options.draw(this.#open().context, rows)
    onlooker.isTold = false
    const seen = onlooker.damage.take()
    if (isMoving) this.#tell(onlooker)
    return seen
  }

  #readRows(from: number, to: number): Uint8Array {
    const { width } = this.#options.size()
    const { data } = this.#open().context.getImageData(0, from, width, to - from)
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  }

  #open(): { canvas: Canvas; context: SKRSContext2D } {
    if (this.#surface) return this.#surface
    const { width, height } = this.#options.size()
    const canvas = createCanvas(width, height)
    this.#surface = { canvas, context: canvas.getContext('2d') }
    return this.#surface
  }

  #tell(onlooker: Onlooker): void {
    if (onlooker.isTold) return
    onlooker.isTold = true
    onlooker.tell()
  }

  #leave(onlooker: Onlooker): void {
    if (!this.#onlookers.delete(onlooker) || this.isWatched) return
    this.#surface = null
    this.#options.onWatched(false)
  }
}
