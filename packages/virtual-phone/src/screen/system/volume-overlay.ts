import { meets, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import type { Pen } from '../draw/pen.ts'
import type { Ui } from '../ui.ts'

const WIDTH = 44
const HEIGHT = 188
const SHOWN_MS = 1500

/** The bar beside the edge that shows for a moment what a volume key did. */
export class VolumeOverlay {
  readonly #ui: Ui
  #hideLater: (() => void) | null = null
  #loudLevel = 0

  constructor(ui: Ui) {
    this.#ui = ui
  }

  get isShown(): boolean {
    return this.#hideLater !== null
  }

  change(by: number): void {
    const { level, max } = this.#ui.host.getVolume()
    this.#ui.host.setVolume(Math.min(max, Math.max(0, level + by)))
    this.show()
  }

  mute(): void {
    const { level } = this.#ui.host.getVolume()
    if (level > 0) this.#loudLevel = level
    this.#ui.host.setVolume(level > 0 ? 0 : this.#loudLevel)
    this.show()
  }

  show(): void {
    this.#hideLater?.()
    this.#hideLater = this.#ui.clock.after(SHOWN_MS, () => {
      this.#hideLater = null
      this.#ui.damage(this.#span())
    })
    this.#ui.damage(this.#span())
  }

  draw(pen: Pen, rows: Span): void {
    const { top } = this.#span()
    if (!this.#hideLater || !meets(rows, top, HEIGHT)) return
    const { level, max } = this.#ui.host.getVolume()
    const x = this.#ui.size().width - WIDTH - 12
    const box = { x, y: top, width: WIDTH, height: HEIGHT }
    const filled = (HEIGHT * level) / Math.max(1, max)
    pen.within(
      box,
      () => {
        pen.box(box, 'rgba(18,20,34,.86)')
        pen.box({ x, y: top + HEIGHT - filled, width: WIDTH, height: filled }, Colour.brand)
      },
      WIDTH / 2,
    )
    pen.icon(level > 0 ? 'volume' : 'mute', x + 12, top + HEIGHT - 34, 20, '#FFFFFF')
  }

  #span(): Span {
    const top = Math.max(40, this.#ui.size().height * 0.3 - HEIGHT / 4)
    return { top, bottom: top + HEIGHT }
  }
}
