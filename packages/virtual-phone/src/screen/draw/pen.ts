import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from './box.ts'
import { fontOf, type Weight } from './fonts.ts'
import { type IconName, iconPath } from './icons.ts'

export type Fill = string | CanvasGradient

type CanvasGradient = ReturnType<SKRSContext2D['createLinearGradient']>

export interface TextStyle {
  sizeDp: number
  colour: string
  weight?: Weight
  align?: 'left' | 'center' | 'right'
  /** Text that is longer ends in an ellipsis. */
  maxWidth?: number
}

/** Distance from the middle of a line to its baseline, in parts of the size. */
const BASELINE = 0.36
const ICON_GRID = 24
const ICON_STROKE = 1.75
const MAX_REMEMBERED = 2000

/** Draws in dp on a canvas that is already scaled to pixels. */
export class Pen {
  readonly context: SKRSContext2D
  /** Pixels per dp. */
  readonly scale: number
  #font = ''

  constructor(context: SKRSContext2D, scale: number) {
    this.context = context
    this.scale = scale
    context.lang = 'zh-Hans'
  }

  box(box: Box, fill: Fill, radius = 0): void {
    const { context } = this
    context.fillStyle = fill
    if (radius === 0) return context.fillRect(box.x, box.y, box.width, box.height)
    context.beginPath()
    context.roundRect(box.x, box.y, box.width, box.height, radius)
    context.fill()
  }

  outline(box: Box, colour: string, radius: number, width = 1): void {
    const { context } = this
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.roundRect(box.x, box.y, box.width, box.height, radius)
    context.stroke()
  }

  circle(x: number, y: number, radius: number, fill: Fill): void {
    const { context } = this
    context.fillStyle = fill
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fill()
  }

  /** Path data as in SVG. */
  shape(data: string, fill: Fill): void {
    this.context.fillStyle = fill
    this.context.fill(pathOf(data))
  }

  /** `middle` is the middle of the line. */
  text(text: string, x: number, middle: number, style: TextStyle): void {
    const { context } = this
    this.#use(style)
    context.fillStyle = style.colour
    context.textAlign = style.align ?? 'left'
    const shown = style.maxWidth === undefined ? text : shorten(text, style, style.maxWidth)
    context.fillText(shown, x, middle + style.sizeDp * BASELINE)
  }

  /** Left, top and size of the icon's square. */
  icon(name: IconName, x: number, y: number, sizeDp: number, colour: string, isFilled = false): void {
    const { context } = this
    context.save()
    context.translate(x, y)
    context.scale(sizeDp / ICON_GRID, sizeDp / ICON_GRID)
    context.lineWidth = ICON_STROKE
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = colour
    context.stroke(iconPath(name))
    if (isFilled) {
      context.fillStyle = colour
      context.fill(iconPath(name))
    }
    context.restore()
  }

  gradient(from: readonly [number, number], to: readonly [number, number], stops: readonly [number, string][]): Fill {
    const gradient = this.context.createLinearGradient(...from, ...to)
    for (const [at, colour] of stops) gradient.addColorStop(at, colour)
    return gradient
  }

  /** Runs `draw` with everything outside the box left untouched. */
  within(box: Box, draw: () => void, radius = 0): void {
    const { context } = this
    context.save()
    context.beginPath()
    if (radius === 0) context.rect(box.x, box.y, box.width, box.height)
    else context.roundRect(box.x, box.y, box.width, box.height, radius)
    context.clip()
    draw()
    context.restore()
    this.#font = ''
  }

  /** Runs `draw` moved by these distances. */
  moved(dx: number, dy: number, draw: () => void): void {
    this.context.save()
    this.context.translate(dx, dy)
    draw()
    this.context.restore()
    this.#font = ''
  }

  #use({ sizeDp, weight = 400 }: Lettering): void {
    const font = fontOf(sizeDp, weight)
    if (font === this.#font) return
    this.#font = font
    this.context.font = font
  }
}

const pathOf = (data: string): Path2D => new Path2D(data)

type Lettering = Pick<TextStyle, 'sizeDp' | 'weight'>

/** Measuring costs as much as drawing, and the same words come again in every frame. */
const widths = new Map<string, number>()
const measurer = createCanvas(1, 1).getContext('2d')

/** Width in dp. */
export function measureText(text: string, { sizeDp, weight = 400 }: Lettering): number {
  const font = fontOf(sizeDp, weight)
  const key = `${sizeDp}|${weight}|${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size >= MAX_REMEMBERED) widths.clear()
  measurer.font = font
  const { width } = measurer.measureText(text)
  widths.set(key, width)
  return width
}

function shorten(text: string, style: Lettering, maxWidth: number): string {
  if (measureText(text, style) <= maxWidth) return text
  const characters = Array.from(text)
  let fits = 0
  let over = characters.length
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (measureText(`${characters.slice(0, middle).join('')}…`, style) <= maxWidth) fits = middle
    else over = middle
  }
  return `${characters.slice(0, fits).join('')}…`
}
