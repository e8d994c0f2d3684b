import { drawAppIcon } from '../draw/app-icon.ts'
import { type Box, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import type { IconName } from '../draw/icons.ts'
import type { Pen } from '../draw/pen.ts'
import { Scroller } from '../input/scroller.ts'
import type { Layer, Target } from '../layer.ts'
import { clockText, dateText, timeAgoText } from '../time.ts'
import type { PhoneNotification } from '../types.ts'
import { NAVIGATION_DP, STATUS_BAR_DP, type Ui } from '../ui.ts'

const HEAD_DP = 64
const TILE_DP = 60
const CARD_DP = 76
const GAP_DP = 10
const GUTTER_DP = 14
const MAX_WIDTH_DP = 420

interface Tile {
  icon: IconName
  label: string
  isOn: boolean
  tap(): void
}

/** Quick switches and notices, pulled down from the top edge. */
export class Shade implements Layer {
  readonly #ui: Ui
  readonly #scroller: Scroller
  #isOpen = false

  constructor(ui: Ui) {
    this.#ui = ui
    this.#scroller = new Scroller({
      ui,
      viewport: () => this.#listBox(),
      contentLength: () => ui.host.listNotifications().length * (CARD_DP + GAP_DP) + 60,
      onMove: () => ui.damage({ top: this.#listBox().y, bottom: ui.size().height }),
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#scroller.jump(0)
    this.#ui.damage()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#ui.damage()
  }

  scrollerAt(_x: number, y: number): Scroller | null {
    return y >= this.#listBox().y ? this.#scroller : null
  }

  targets(): readonly Target[] {
    const everywhere: Target = {
      box: { x: 0, y: 0, ...this.#ui.size() },
      radius: 0,
      isOnDark: true,
      tap: () => this.close(),
    }
    const tiles = this.#tiles().map(
      ({ tap }, index): Target => ({ box: this.#tileBox(index), radius: 20, isOnDark: true, tap }),
    )
    const cards = this.#notices().map(
      ({ notice, box }): Target => ({
        box,
        radius: 18,
        tap: () => this.#openNotice(notice),
      }),
    )
    return [everywhere, ...tiles, ...cards, ...this.#clearTargets()]
  }

  draw(pen: Pen, rows: Span): void {
    if (!this.#isOpen) return
    const { width } = this.#ui.size()
    pen.box({ x: 0, y: rows.top, width, height: rows.bottom - rows.top }, 'rgba(12,16,28,.97)')
    const { x } = this.#column()
    pen.text(clockText(this.#ui.host), x + 6, STATUS_BAR_DP + 30, { sizeDp: 30, colour: '#FFFFFF' })
    const date = { sizeDp: 13, colour: 'rgba(255,255,255,.7)' }
    pen.text(dateText(this.#ui.host), x + 96, STATUS_BAR_DP + 34, date)
    this.#tiles().forEach((tile, index) => this.#drawTile(pen, tile, this.#tileBox(index)))
    pen.within(this.#listBox(), () => this.#drawNotices(pen))
  }

  #drawTile(pen: Pen, { icon, label, isOn }: Tile, box: Box): void {
    pen.box(box, isOn ? Colour.brand : 'rgba(255,255,255,.13)', 20)
    pen.icon(icon, box.x + 14, box.y + (box.height - 22) / 2, 22, '#FFFFFF')
    const style = { sizeDp: 13.5, weight: 600, colour: '#FFFFFF', maxWidth: box.width - 54 } as const
    pen.text(label, box.x + 44, box.y + box.height / 2, style)
  }

  #drawNotices(pen: Pen): void {
    const notices = this.#notices()
    const { x, width } = this.#column()
    const top = this.#listBox().y - this.#scroller.offset
    if (notices.length === 0) {
      const style = { sizeDp: 14, colour: 'rgba(255,255,255,.6)', align: 'center' } as const
      return pen.text(localise('没有新通知', 'No notifications'), x + width / 2, top + 48, style)
    }
    for (const { notice, box } of notices) this.#drawNotice(pen, notice, box)
    const [clear] = this.#clearTargets()
    if (!clear) return
    const style = { sizeDp: 13, colour: 'rgba(255,255,255,.85)', align: 'center' } as const
    pen.text(localise('全部清除', 'Clear all'), x + width / 2, clear.box.y + clear.box.height / 2, style)
  }

  #drawNotice(pen: Pen, notice: PhoneNotification, box: Box): void {
    pen.box(box, '#F4F6F9', 18)
    const app = this.#ui.host.listApps().find(({ packageName }) => packageName === notice.packageName)
    drawAppIcon(pen, { packageName: notice.packageName, label: app?.label ?? notice.title }, box.x + 14, box.y + 18, 40)
    const maxWidth = box.width - 68 - 54
    pen.text(notice.title, box.x + 66, box.y + 28, { sizeDp: 14.5, weight: 600, colour: Colour.ink, maxWidth })
    const body = { sizeDp: 13, colour: Colour.inkSoft, maxWidth: box.width - 82 }
    pen.text(notice.text, box.x + 66, box.y + 50, body)
    const when = { sizeDp: 11, colour: Colour.inkSoft, align: 'right' } as const
    pen.text(timeAgoText(this.#ui.host, notice.postedAt), box.x + box.width - 14, box.y + 28, when)
  }

  #openNotice(notice: PhoneNotification): void {
    this.#ui.host.dismissNotification(notice.key)
    this.close()
    this.#ui.openApp(notice.packageName)
  }

  #tiles(): Tile[] {
    const { host } = this.#ui
    const { level, max } = host.getVolume()
    const isTurned = host.getRotation() === 1
    return [
      {
        icon: 'rotate',
        label: localise('横屏', 'Landscape'),
        isOn: isTurned,
        tap: () => host.setRotation(isTurned ? 0 : 1),
      },
      {
        icon: level > 0 ? 'volume' : 'mute',
        label: localise('声音', 'Sound'),
        isOn: level > 0,
        tap: () => host.setVolume(level > 0 ? 0 : Math.ceil(max / 2)),
      },
    ]
  }

  #notices(): { notice: PhoneNotification; box: Box }[] {
    const { x, width } = this.#column()
    const top = this.#listBox().y - this.#scroller.offset
    return this.#ui.host.listNotifications().map((notice, index) => ({
      notice,
      box: { x, y: top + index * (CARD_DP + GAP_DP), width, height: CARD_DP },
    }))
  }

  #clearTargets(): Target[] {
    const last = this.#notices().at(-1)
    if (!last) return []
    const { x, width } = this.#column()
    const box = { x: x + width / 2 - 60, y: last.box.y + CARD_DP + GAP_DP, width: 120, height: 40 }
    return [{ box, radius: 20, isOnDark: true, tap: () => this.#clearAll() }]
  }

  #clearAll(): void {
    for (const { key } of this.#ui.host.listNotifications()) this.#ui.host.dismissNotification(key)
    this.close()
  }

  #column(): { x: number; width: number } {
    const { width } = this.#ui.size()
    const column = Math.min(MAX_WIDTH_DP, width - 2 * GUTTER_DP)
    return { x: (width - column) / 2, width: column }
  }

  #tileBox(index: number): Box {
    const { x, width } = this.#column()
    const tile = (width - GAP_DP) / 2
    return { x: x + index * (tile + GAP_DP), y: STATUS_BAR_DP + HEAD_DP, width: tile, height: TILE_DP }
  }

  #listBox(): Box {
    const { width, height } = this.#ui.size()
    const y = STATUS_BAR_DP + HEAD_DP + TILE_DP + 14
    return { x: 0, y, width, height: height - y - NAVIGATION_DP }
  }
}
