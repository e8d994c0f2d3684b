import { meets, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import { type Line, lineAt, wrap } from '../draw/lines.ts'
import { measureText, type Pen } from '../draw/pen.ts'
import { KeyCode, type TypedKey } from '../input/keys.ts'
import { Scroller } from '../input/scroller.ts'
import { TextBuffer } from '../input/text-buffer.ts'
import type { Layer, Target } from '../layer.ts'
import type { Ui } from '../ui.ts'
import { contentBox, drawHeader, END_DP, fillPage, type Header, headerTargets, moveContent } from './kit.ts'

const MARGIN_DP = 24
const LINE_DP = 30
const TEXT_SIZE_DP = 18
const CURSOR_COLOUR = '#F0A010'

export interface EditorActions {
  goBack(): void
  remove(): void
  changed(text: string): void
}

/** One note, full screen. The first line is its title. */
export class NoteEditor implements Layer {
  readonly scroller: Scroller
  readonly #ui: Ui
  readonly #buffer: TextBuffer
  readonly #actions: EditorActions
  #lines: Line[]

  constructor(ui: Ui, text: string, actions: EditorActions) {
    this.#ui = ui
    this.#buffer = new TextBuffer(text)
    this.#actions = actions
    this.#lines = this.#wrap()
    this.scroller = new Scroller({
      ui,
      viewport: () => contentBox(ui),
      contentLength: () => this.#lines.length * LINE_DP + END_DP + LINE_DP,
      onMove: (by) => moveContent(ui, this.scroller, by),
    })
  }

  get text(): string {
    return this.#buffer.text
  }

  insert(text: string): void {
    this.#edit(() => this.#buffer.insert(text))
  }

  key(key: TypedKey): void {
    if (key.keyCode === KeyCode.dpadUp) this.#edit(() => this.#moveLine(-1))
    else if (key.keyCode === KeyCode.dpadDown) this.#edit(() => this.#moveLine(1))
    else this.#edit(() => this.#buffer.press(key))
  }

  resized(): void {
    this.#lines = this.#wrap()
  }

  targets(): readonly Target[] {
    return headerTargets(this.#ui, this.#header()).concat(this.#textTargets())
  }

  draw(pen: Pen, rows: Span): void {
    fillPage(pen, this.#ui, rows, Colour.surface)
    const cursorLine = lineAt(this.#lines, this.#buffer.cursor)
    this.#lines.forEach((line, index) => {
      const top = this.#lineTop(index)
      if (!meets(rows, top, LINE_DP)) return
      const words = this.#buffer.text.slice(line.start, line.end)
      pen.text(words, MARGIN_DP, top + LINE_DP / 2, { ...this.#style(index), colour: Colour.ink })
      if (index === cursorLine)
        pen.box({ x: this.#cursorX(line, index), y: top + 4, width: 2, height: 22 }, CURSOR_COLOUR, 1)
    })
    if (this.#buffer.text === '') {
      const hint = { sizeDp: TEXT_SIZE_DP, colour: Colour.inkFaint }
      pen.text(localise('写点什么…', 'Write something…'), MARGIN_DP + 6, this.#lineTop(0) + LINE_DP / 2, hint)
    }
    if (meets(rows, 0, contentBox(this.#ui).y)) drawHeader(pen, this.#ui, this.#header(), Colour.surface)
  }

  #header(): Header {
    return {
      title: localise('编辑便签', 'Note'),
      goBack: this.#actions.goBack,
      actions: [
        { icon: 'trash', tap: this.#actions.remove },
        { icon: 'check', tap: this.#actions.goBack },
      ],
    }
  }

  /** A line each, so that a tap shows at once where it landed and puts the cursor there. */
  #textTargets(): Target[] {
    const { y, width, height } = contentBox(this.#ui)
    return this.#lines.flatMap((_, index): Target[] => {
      const top = this.#lineTop(index)
      if (top < y || top > y + height) return []
      let at = 0
      const box = { x: MARGIN_DP - 8, y: top, width: width - 2 * MARGIN_DP + 16, height: LINE_DP }
      return [
        {
          box,
          radius: 6,
          drag: (x) => {
            at = x
          },
          tap: () => this.#edit(() => this.#placeCursor(index, at)),
        },
      ]
    })
  }

  /** Draws again only the lines that changed: those of the paragraph, or all below when it grew or shrank. */
  #edit(change: () => void): void {
    const before = this.#place()
    const textBefore = this.#buffer.text
    change()
    if (this.#buffer.text !== textBefore) {
      this.#lines = this.#wrap()
      this.#actions.changed(this.#buffer.text)
    }
    const now = this.#place()
    const isShifted = now.count !== before.count
    const last = isShifted ? Math.max(now.count, before.count) : Math.max(now.paragraphEnd, before.paragraphEnd) + 1
    const first = Math.max(0, Math.min(now.line, before.line) - 1)
    this.#ui.damage({ top: this.#lineTop(first), bottom: this.#lineTop(last) })
    this.#reveal(now.line)
  }

  #place(): { line: number; paragraphEnd: number; count: number } {
    const { text, cursor } = this.#buffer
    const end = text.indexOf('\n', cursor)
    return {
      line: lineAt(this.#lines, cursor),
      paragraphEnd: lineAt(this.#lines, end < 0 ? text.length : end),
      count: this.#lines.length,
    }
  }

  #reveal(line: number): void {
    const { y, height } = contentBox(this.#ui)
    const top = this.#lineTop(line)
    if (top < y) this.scroller.jump(this.scroller.offset - (y - top))
    const bottom = y + height - END_DP - LINE_DP
    if (top > bottom) this.scroller.jump(this.scroller.offset + top - bottom)
  }

  #moveLine(by: number): void {
    const index = lineAt(this.#lines, this.#buffer.cursor)
    const line = this.#lines[index]
    if (line) this.#placeCursor(index + by, this.#cursorX(line, index))
  }

  #placeCursor(index: number, x: number): void {
    const line = this.#lines[Math.min(this.#lines.length - 1, Math.max(0, index))]
    if (!line) return
    let place = line.start
    let left = MARGIN_DP
    for (const character of this.#buffer.text.slice(line.start, line.end)) {
      const width = measureText(character, this.#style(index))
      if (left + width / 2 > x) break
      left += width
      place += character.length
    }
    this.#buffer.moveTo(place)
  }

  #cursorX(line: Line, index: number): number {
    return MARGIN_DP + measureText(this.#buffer.text.slice(line.start, this.#buffer.cursor), this.#style(index))
  }

  #style(index: number): { sizeDp: number; weight: 400 | 600 } {
    const titleEnd = this.#buffer.text.indexOf('\n')
    const isTitle = (this.#lines[index]?.start ?? 0) <= (titleEnd < 0 ? Infinity : titleEnd)
    return { sizeDp: TEXT_SIZE_DP, weight: isTitle ? 600 : 400 }
  }

  #wrap(): Line[] {
    const width = this.#ui.size().width - 2 * MARGIN_DP
    return wrap(this.#buffer.text, width, (text) => measureText(text, { sizeDp: TEXT_SIZE_DP, weight: 600 }))
  }

  #lineTop(index: number): number {
    return contentBox(this.#ui).y + 8 + index * LINE_DP - this.scroller.offset
  }
}
