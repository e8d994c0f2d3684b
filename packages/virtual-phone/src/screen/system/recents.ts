import { labelOf } from '../apps/labels.ts'
import { drawAppIcon } from '../draw/app-icon.ts'
import { type Box, meets, type Span } from '../draw/box.ts'
import { localise } from '../draw/fonts.ts'
import type { Pen } from '../draw/pen.ts'
import { Scroller } from '../input/scroller.ts'
import type { App, Layer, Target } from '../layer.ts'
import { NAVIGATION_DP, STATUS_BAR_DP, type Ui } from '../ui.ts'

const GAP_DP = 16
const TITLE_DP = 40
const CLEAR_DP = 64
const CARD_RADIUS_DP = 20

export interface RecentsActions {
  list(): readonly App[]
  open(app: App): void
  stop(app: App): void
}

/** The open apps as small live pictures, the last one used first. */
export class Recents implements Layer {
  readonly #ui: Ui
  readonly #actions: RecentsActions
  readonly #scroller: Scroller

  constructor(ui: Ui, actions: RecentsActions) {
    this.#ui = ui
    this.#actions = actions
    this.#scroller = new Scroller({
      ui,
      axis: 'x',
      viewport: () => ({ x: 0, y: 0, ...ui.size() }),
      contentLength: () => {
        const { width } = this.#cardSize()
        return ui.size().width + Math.max(0, actions.list().length - 1) * (width + GAP_DP)
      },
      pageLength: () => this.#cardSize().width + GAP_DP,
      onMove: () => ui.damage({ top: STATUS_BAR_DP, bottom: ui.size().height - NAVIGATION_DP }),
    })
  }

  rewind(): void {
    this.#scroller.jump(0)
  }

  scrollerAt(): Scroller {
    return this.#scroller
  }

  targets(): readonly Target[] {
    const apps = this.#actions.list()
    const cards = apps.flatMap((app, index): Target[] => {
      const box = this.#cardBox(index)
      const close = { x: box.x + box.width - 34, y: box.y - TITLE_DP + 4, width: 34, height: 34 }
      return [
        { box, radius: CARD_RADIUS_DP, tap: () => this.#actions.open(app) },
        { box: close, radius: 17, isOnDark: true, tap: () => this.#actions.stop(app) },
      ]
    })
    if (apps.length === 0) return []
    return [...cards, { box: this.#clearBox(), radius: 20, isOnDark: true, tap: () => this.#stopAll() }]
  }

  draw(pen: Pen, rows: Span): void {
    const { width, height } = this.#ui.size()
    pen.box(
      { x: 0, y: rows.top, width, height: rows.bottom - rows.top },
      pen.gradient(
        [0, 0],
        [0, height],
        [
          [0, '#1B2136'],
          [1, '#0D1120'],
        ],
      ),
    )
    const apps = this.#actions.list()
    if (apps.length === 0) {
      const style = { sizeDp: 15, colour: 'rgba(255,255,255,.7)', align: 'center' } as const
      pen.text(localise('没有打开的应用', 'No open apps'), width / 2, height / 2, style)
      return
    }
    apps.forEach((app, index) => this.#drawCard(pen, app, this.#cardBox(index), rows))
    const clear = this.#clearBox()
    if (!meets(rows, clear.y, clear.height)) return
    pen.box(clear, 'rgba(255,255,255,.14)', 20)
    const style = { sizeDp: 14, weight: 600, colour: '#FFFFFF', align: 'center' } as const
    pen.text(localise('全部清除', 'Clear all'), clear.x + clear.width / 2, clear.y + clear.height / 2, style)
  }

  #drawCard(pen: Pen, app: App, box: Box, rows: Span): void {
    const { width } = this.#ui.size()
    if (box.x > width || box.x + box.width < 0 || !meets(rows, box.y - TITLE_DP, box.height + TITLE_DP)) return
    const middle = box.y - TITLE_DP / 2
    drawAppIcon(pen, app, box.x + 4, middle - 11, 22)
    const style = { sizeDp: 14, weight: 600, colour: '#FFFFFF', maxWidth: box.width - 90 } as const
    pen.text(labelOf(app), box.x + 34, middle, style)
    pen.icon('close', box.x + box.width - 26, middle - 9, 18, 'rgba(255,255,255,.8)')
    const shrink = box.width / width
    pen.within(
      box,
      () => {
        pen.context.translate(box.x, box.y)
        pen.context.scale(shrink, shrink)
        app.draw(pen, { top: 0, bottom: this.#ui.size().height })
      },
      CARD_RADIUS_DP,
    )
  }

  #stopAll(): void {
    for (const app of this.#actions.list()) this.#actions.stop(app)
  }

  #cardSize(): { width: number; height: number } {
    const { width, height } = this.#ui.size()
    const room = height - STATUS_BAR_DP - TITLE_DP - CLEAR_DP - NAVIGATION_DP - 12
    const shrink = Math.min(0.72, room / height)
    return { width: width * shrink, height: height * shrink }
  }

  #cardBox(index: number): Box {
    const { width, height } = this.#cardSize()
    const x = (this.#ui.size().width - width) / 2 + index * (width + GAP_DP) - this.#scroller.offset
    return { x, y: STATUS_BAR_DP + TITLE_DP + 8, width, height }
  }

  #clearBox(): Box {
    const { width, height } = this.#ui.size()
    return { x: width / 2 - 64, y: height - NAVIGATION_DP - CLEAR_DP + 14, width: 128, height: 40 }
  }
}
