import { type Box, meets, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import { measureText, type Pen } from '../draw/pen.ts'
import { KeyCode, type TypedKey } from '../input/keys.ts'
import { Scroller } from '../input/scroller.ts'
import { TextBuffer } from '../input/text-buffer.ts'
import type { App, Pinch, Target } from '../layer.ts'
import type { AppInfo } from '../types.ts'
import { STATUS_BAR_DP, type Ui } from '../ui.ts'
import { END_DP, fillPage, moveContent, visibleTargets } from './kit.ts'
import { drawPage, layOutPage, type Page, readable } from './page.ts'

const BAR_DP = 56
const BAR_BOTTOM = STATUS_BAR_DP + BAR_DP
const HOME_URL = 'https://www.yunji.example/'
const MAX_ZOOM = 3
const MAX_HISTORY = 50

/** Shows what an address would lead to. It draws the page itself: a virtual phone has no way to the network. */
export class Browser implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  readonly #scroller: Scroller
  #history: string[] = [HOME_URL]
  #page: Page
  #zoom = 1
  /** The address while somebody writes it. */
  #address: TextBuffer | null = null

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
    this.#page = this.#layOut()
    this.#scroller = new Scroller({
      ui,
      viewport: () => this.#viewport(),
      contentLength: () => this.#page.height * this.#zoom + END_DP,
      onMove: (by) => moveContent(ui, this.#scroller, by, { top: BAR_BOTTOM }),
    })
  }

  isDark(): boolean {
    return false
  }

  back(): boolean {
    if (this.#address) {
      this.#address = null
      this.#damageBar()
      return true
    }
    if (this.#history.length < 2) return false
    this.#history.pop()
    this.#reload()
    return true
  }

  openUrl(url: string): void {
    this.#address = null
    this.#history = [...this.#history, url].slice(-MAX_HISTORY)
    this.#reload()
  }

  key(key: TypedKey): void {
    if (!this.#address) return
    if (key.keyCode === KeyCode.enter || key.keyCode === KeyCode.numpadEnter) return this.#go(this.#address.text)
    this.#address.press(key)
    this.#damageBar()
  }

  text(text: string): void {
    this.#address ??= new TextBuffer()
    const [line = '', ...rest] = text.split(/\r?\n/)
    this.#address.insert(line)
    if (rest.length > 0) this.#go(this.#address.text)
    else this.#damageBar()
  }

  copy(): string {
    return this.#address?.text ?? this.#url
  }

  resized(): void {
    this.#page = this.#layOut()
    this.#scroller.jump(0)
  }

  pinch({ factor }: Pinch): void {
    const zoom = Math.min(MAX_ZOOM, Math.max(1, this.#zoom * factor))
    if (zoom === this.#zoom) return
    this.#scroller.jump((this.#scroller.offset * zoom) / this.#zoom)
    this.#zoom = zoom
    this.#ui.damage({ top: BAR_BOTTOM, bottom: this.#ui.size().height })
  }

  scrollerAt(): Scroller {
    return this.#scroller
  }

  targets(): readonly Target[] {
    const links = this.#page.links.map(
      ({ box, url }): Target => ({ box: this.#onScreen(box), radius: 16, tap: () => this.openUrl(url) }),
    )
    const bar: Target = { box: this.#barBox(), radius: 20, tap: () => this.#editAddress() }
    return [...visibleTargets(links, this.#viewport()), bar]
  }

  draw(pen: Pen, rows: Span): void {
    fillPage(pen, this.#ui, rows, Colour.surface)
    const viewport = this.#viewport()
    if (meets(rows, viewport.y, viewport.height)) {
      pen.within(viewport, () => {
        pen.context.translate(0, viewport.y - this.#scroller.offset)
        pen.context.scale(this.#zoom, this.#zoom)
        const top = (rows.top - viewport.y + this.#scroller.offset) / this.#zoom
        drawPage(pen, this.#page, { top, bottom: top + (rows.bottom - rows.top) / this.#zoom })
      })
    }
    if (meets(rows, 0, BAR_BOTTOM)) this.#drawBar(pen)
  }

  #drawBar(pen: Pen): void {
    const { width } = this.#ui.size()
    const box = this.#barBox()
    const middle = box.y + box.height / 2
    pen.box({ x: 0, y: 0, width, height: BAR_BOTTOM }, Colour.surface)
    pen.box({ x: 0, y: BAR_BOTTOM - 0.5, width, height: 0.5 }, Colour.line)
    pen.box(box, this.#address ? Colour.brandTint : '#EFF2F6', 20)
    const style = { sizeDp: 14.5, colour: Colour.ink, maxWidth: box.width - 56 }
    if (!this.#address) {
      pen.icon('lock', box.x + 14, middle - 8, 16, Colour.inkSoft)
      return pen.text(readable(this.#url), box.x + 38, middle, style)
    }
    const { text, cursor } = this.#address
    pen.icon('globe', box.x + 14, middle - 8, 16, Colour.brand)
    if (text === '')
      pen.text(localise('输入网址', 'Type an address'), box.x + 42, middle, { ...style, colour: Colour.inkFaint })
    // The end of a long address is what is being written.
    const start =
      Array.from(text, (_, at) => at).find((at) => measureText(text.slice(at), style) <= style.maxWidth) ?? 0
    pen.text(text.slice(start), box.x + 38, middle, { sizeDp: style.sizeDp, colour: style.colour })
    const x = box.x + 38 + measureText(text.slice(start, Math.max(start, cursor)), style)
    pen.box({ x, y: middle - 10, width: 2, height: 20 }, Colour.brand, 1)
  }

  get #url(): string {
    return this.#history.at(-1) ?? HOME_URL
  }

  #editAddress(): void {
    this.#address = new TextBuffer()
    this.#damageBar()
  }

  #go(address: string): void {
    const trimmed = address.trim()
    if (trimmed === '') return void this.back()
    this.openUrl(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  }

  #reload(): void {
    this.#page = this.#layOut()
    this.#zoom = 1
    this.#scroller.jump(0)
    this.#ui.damage()
  }

  #layOut(): Page {
    return layOutPage(this.#url, this.#ui.size().width)
  }

  #damageBar(): void {
    this.#ui.damage({ top: STATUS_BAR_DP, bottom: BAR_BOTTOM })
  }

  #onScreen(box: Box): Box {
    return {
      x: box.x * this.#zoom,
      y: this.#viewport().y - this.#scroller.offset + box.y * this.#zoom,
      width: box.width * this.#zoom,
      height: box.height * this.#zoom,
    }
  }

  #viewport(): Box {
    const { width, height } = this.#ui.size()
    return { x: 0, y: BAR_BOTTOM, width, height: height - BAR_BOTTOM }
  }

  #barBox(): Box {
    return { x: 14, y: STATUS_BAR_DP + 7, width: this.#ui.size().width - 28, height: 40 }
  }
}
