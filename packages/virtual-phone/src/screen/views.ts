import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { Damage } from './damage.ts'
import type { Size, Span } from './draw/box.ts'
import type { Change, Rows, ScreenView } from './types.ts'

export interface ViewsOptions {
  /** The screen's own pixels, and how many of them make a dp. */
  size(): Size
  scale: number
  /** Moves what moves; true while something still does. */
  advance(): boolean
  draw(context: SKRSContext2D, rows: Rows, size: Size, scale: number): void
  /** Called when the first view opens and the last closes. */
  onWatched(isWatched: boolean): void
}

/** Video is cut into blocks of 16, and encoders want at least multiples of this. */
const SIZE_STEP = 8

/** A view with its own surface: a smaller picture is drawn small, not scaled down. */
interface OpenView {
  readonly maxSize: number
  readonly tell: () => void
  size: Size
  scale: number
  damage: Damage
  isTold: boolean
  context: SKRSContext2D | null
}

/** Surfaces exist only while a view is open. */
export class Views {
  readonly #options: ViewsOptions
  readonly #onlookers = new Set<OpenView>()

  constructor(options: ViewsOptions) {
    this.#options = options
  }

  get isWatched(): boolean {
    return this.#onlookers.size > 0
  }

  /** Rows in dp; all of them without a span. */
  add(span?: Span): void {
    for (const onlooker of this.#onlookers) {
      const { damage, scale } = onlooker
      if (span) damage.add(span.top * scale, span.bottom * scale)
      else damage.addAll()
      if (!damage.isEmpty) this.#tell(onlooker)
    }
  }

  /** Rows were shifted down by `by` dp. */
  move({ top, bottom }: Span, by: number): void {
    for (const onlooker of this.#onlookers) {
      const { damage, scale } = onlooker
      damage.move(top * scale, bottom * scale, by * scale)
      if (!damage.isEmpty) this.#tell(onlooker)
    }
  }

  /** An animation started: the next frame is needed even without damage. */
  wake(): void {
    for (const onlooker of this.#onlookers) this.#tell(onlooker)
  }

  /** After a rotation: new surfaces, fully damaged. */
  resize(): void {
    for (const onlooker of this.#onlookers) {
      Object.assign(onlooker, this.#fit(onlooker.maxSize))
      this.#tell(onlooker)
    }
  }

  open(tell: () => void, maxSize: number): ScreenView {
    const onlooker: OpenView = { maxSize, tell, isTold: false, ...this.#fit(maxSize) }
    this.#onlookers.add(onlooker)
    if (this.#onlookers.size === 1) this.#options.onWatched(true)
    return {
      get size() {
        return onlooker.size
      },
      paint: () => this.#paint(onlooker),
      readRows: ([from, to]) => readRows(this.#contextOf(onlooker), onlooker.size.width, from, to),
      close: () => this.#leave(onlooker),
    }
  }

  close(): void {
    for (const onlooker of this.#onlookers) this.#leave(onlooker)
  }

  /** A new, fully damaged surface; `maxSize` 0 sets no limit. */
  #fit(maxSize: number): Pick<OpenView, 'size' | 'scale' | 'damage' | 'context'> {
    const { width, height } = this.#options.size()
    const shrink = maxSize === 0 ? 1 : Math.min(1, maxSize / Math.max(width, height))
    const step = (length: number) => Math.max(SIZE_STEP, Math.floor((length * shrink) / SIZE_STEP) * SIZE_STEP)
    const size = { width: step(width), height: step(height) }
    const damage = new Damage(size.height)
    damage.addAll()
    return { size, scale: (this.#options.scale * size.width) / width, damage, context: null }
  }

  #paint(onlooker: OpenView): Change | null {
    const isMoving = this.#options.advance()
    onlooker.isTold = false
    const change = onlooker.damage.take()
    for (const rows of change?.drawn ?? []) {
      this.#options.draw(this.#contextOf(onlooker), rows, onlooker.size, onlooker.scale)
    }
    if (isMoving) this.#tell(onlooker)
    return change
  }

  #contextOf(onlooker: OpenView): SKRSContext2D {
    onlooker.context ??= createCanvas(onlooker.size.width, onlooker.size.height).getContext('2d')
    return onlooker.context
  }

  #tell(onlooker: OpenView): void {
    if (onlooker.isTold) return
    onlooker.isTold = true
    onlooker.tell()
  }

  #leave(onlooker: OpenView): void {
    if (!this.#onlookers.delete(onlooker)) return
    onlooker.context = null
    if (!this.isWatched) this.#options.onWatched(false)
  }
}

function readRows(context: SKRSContext2D, width: number, from: number, to: number): Uint8Array {
  const { data } = context.getImageData(0, from, width, to - from)
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}
