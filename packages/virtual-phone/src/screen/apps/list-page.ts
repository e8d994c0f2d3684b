import { type Box, meets, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import type { IconName } from '../draw/icons.ts'
import type { Pen } from '../draw/pen.ts'
import { Scroller } from '../input/scroller.ts'
import type { Target } from '../layer.ts'
import type { Ui } from '../ui.ts'
import {
  contentBox,
  drawHeader,
  drawSwitch,
  END_DP,
  fillPage,
  GUTTER_DP,
  type Header,
  headerTargets,
  moveContent,
  visibleTargets,
} from './kit.ts'

/** One line of a list; lines without a gap between them stand in one card. */
export interface Row {
  title: string
  note?: string
  value?: string
  icon?: IconName
  iconColour?: string
  tap?: () => void
  isSwitchedOn?: boolean
  /** 0..1, set by dragging. */
  slider?: { value: number; set(value: number): void }
  /** 0..1, shown only. */
  bar?: { value: number; colour: string }
  startsCard?: boolean
}

const CARD_GAP_DP = 12
const SLIDER_INSET_DP = 22

interface Placed {
  row: Row
  box: Box
  isFirst: boolean
  isLast: boolean
}

/** A page of rows in cards below a header. */
export class ListPage {
  readonly scroller: Scroller
  readonly #ui: Ui
  readonly #header: () => Header
  readonly #rows: () => readonly Row[]

  constructor(ui: Ui, header: () => Header, rows: () => readonly Row[]) {
    this.#ui = ui
    this.#header = header
    this.#rows = rows
    this.scroller = new Scroller({
      ui,
      viewport: () => contentBox(ui),
      contentLength: () => this.#length(),
      onMove: (by) => moveContent(ui, this.scroller, by),
    })
  }

  draw(pen: Pen, rows: Span): void {
    fillPage(pen, this.#ui, rows)
    for (const placed of this.#placed()) {
      if (meets(rows, placed.box.y, placed.box.height)) drawRow(pen, placed)
    }
    const viewport = contentBox(this.#ui)
    if (meets(rows, 0, viewport.y)) drawHeader(pen, this.#ui, this.#header())
  }

  targets(): Target[] {
    const rows = this.#placed().flatMap(({ row, box, isFirst, isLast }): Target[] => {
      const radius = isFirst || isLast ? 16 : 0
      if (row.slider) return [{ box, radius, tap: () => {}, drag: (x) => slide(row, box, x) }]
      return row.tap ? [{ box, radius, tap: row.tap }] : []
    })
    return [...visibleTargets(rows, contentBox(this.#ui)), ...headerTargets(this.#ui, this.#header())]
  }

  #length(): number {
    const { y } = contentBox(this.#ui)
    const last = this.#placed().at(-1)
    return last ? last.box.y + last.box.height + this.scroller.offset - y + END_DP : 0
  }

  #placed(): Placed[] {
    const { y, width } = contentBox(this.#ui)
    const rows = this.#rows()
    let top = y + 4 - this.scroller.offset
    return rows.map((row, index) => {
      if (row.startsCard && index > 0) top += CARD_GAP_DP
      const box = { x: GUTTER_DP, y: top, width: width - 2 * GUTTER_DP, height: heightOf(row) }
      top += box.height
      const isFirst = index === 0 || row.startsCard === true
      const next = rows[index + 1]
      return { row, box, isFirst, isLast: !next || next.startsCard === true }
    })
  }
}

function heightOf(row: Row): number {
  if (row.slider) return 92
  if (row.bar) return 84
  return row.note === undefined ? 58 : 70
}

function slide(row: Row, box: Box, x: number): void {
  const share = (x - box.x - SLIDER_INSET_DP) / (box.width - 2 * SLIDER_INSET_DP)
  row.slider?.set(Math.min(1, Math.max(0, share)))
}

function drawRow(pen: Pen, { row, box, isFirst, isLast }: Placed): void {
  const { context } = pen
  context.fillStyle = Colour.surface
  context.beginPath()
  const top = isFirst ? 16 : 0
  const bottom = isLast ? 16 : 0
  context.roundRect(box.x, box.y, box.width, box.height, [top, top, bottom, bottom])
  context.fill()
  const left = box.x + (row.icon ? 60 : 18)
  if (!isLast) pen.box({ x: left, y: box.y + box.height - 0.5, width: box.width - left, height: 0.5 }, Colour.line)
  const tail = row.slider || row.bar ? 34 : 0
  const middle = box.y + (box.height - tail) / 2
  if (row.icon) {
    const colour = row.iconColour ?? Colour.brand
    pen.box({ x: box.x + 14, y: middle - 17, width: 34, height: 34 }, colour, 11)
    pen.icon(row.icon, box.x + 21, middle - 10, 20, '#FFFFFF')
  }
  drawWords(pen, row, box, left, middle)
  if (row.slider) drawSlider(pen, box, row.slider.value)
  if (row.bar) {
    const track = { x: box.x + 18, y: box.y + box.height - 28, width: box.width - 36, height: 8 }
    pen.box(track, Colour.line, 4)
    pen.box({ ...track, width: Math.max(8, track.width * row.bar.value) }, row.bar.colour, 4)
  }
}

function drawWords(pen: Pen, row: Row, box: Box, left: number, middle: number): void {
  const right = box.x + box.width - 16
  const hasChevron = row.tap !== undefined && row.isSwitchedOn === undefined
  const valueRight = right - (hasChevron ? 22 : 0)
  const maxWidth = valueRight - left - (row.value === undefined ? 0 : 96)
  const titleAt = row.note === undefined ? middle : middle - 11
  pen.text(row.title, left, titleAt, { sizeDp: 16, colour: Colour.ink, maxWidth })
  if (row.note !== undefined) pen.text(row.note, left, middle + 12, { sizeDp: 13, colour: Colour.inkSoft, maxWidth })
  if (row.value !== undefined) {
    const style = {
      sizeDp: 14,
      colour: Colour.inkSoft,
      align: 'right',
      maxWidth: row.note === undefined ? 190 : 90,
    } as const
    pen.text(row.value, valueRight, middle, style)
  }
  if (row.isSwitchedOn !== undefined) drawSwitch(pen, right - 44, middle, row.isSwitchedOn)
  else if (hasChevron) pen.icon('forward', right - 16, middle - 9, 18, Colour.inkFaint)
}

function drawSlider(pen: Pen, box: Box, value: number): void {
  const x = box.x + SLIDER_INSET_DP
  const width = box.width - 2 * SLIDER_INSET_DP
  const middle = box.y + box.height - 28
  pen.box({ x, y: middle - 3, width, height: 6 }, Colour.line, 3)
  pen.box({ x, y: middle - 3, width: width * value, height: 6 }, Colour.brand, 3)
  pen.circle(x + width * value, middle, 11, Colour.brand)
  pen.circle(x + width * value, middle, 5, '#FFFFFF')
}
