import type { Box, Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import type { IconName } from '../draw/icons.ts'
import type { Pen } from '../draw/pen.ts'
import type { Scroller } from '../input/scroller.ts'
import type { Target } from '../layer.ts'
import { NAVIGATION_DP, STATUS_BAR_DP, type Ui } from '../ui.ts'

/** Pieces that several apps are made of. */

export const HEADER_DP = 52
export const HEADER_BOTTOM = STATUS_BAR_DP + HEADER_DP
export const GUTTER_DP = 16

/** Scroll area below the header. */
export function contentBox(ui: Ui): Box {
  const { width, height } = ui.size()
  return { x: 0, y: HEADER_BOTTOM, width, height: height - HEADER_BOTTOM }
}

/** Room that content leaves at its end, so that nothing rests under the navigation bar. */
export const END_DP = NAVIGATION_DP + 12

/** Content has moved by so many dp. What rests over its end, be it the navigation bar alone, is drawn again. */
export function moveContent(ui: Ui, scroller: Scroller, by: number, rows: Partial<Span> = {}): void {
  const { height } = ui.size()
  const { top = HEADER_BOTTOM, bottom = height - NAVIGATION_DP } = rows
  ui.move(scroller, { top, bottom }, by)
  ui.damage({ top: bottom, bottom: height })
}

export function fillPage(pen: Pen, ui: Ui, rows: Span, colour: string = Colour.page): void {
  pen.box({ x: 0, y: rows.top, width: ui.size().width, height: rows.bottom - rows.top }, colour)
}

export interface HeaderAction {
  icon: IconName
  tap(): void
}

export interface Header {
  title: string
  goBack?: () => void
  actions?: readonly HeaderAction[]
}

const ACTION_DP = 44

/** Drawn after the content, which scrolls beneath it. */
export function drawHeader(pen: Pen, ui: Ui, header: Header, ground: string = Colour.page): void {
  const { width } = ui.size()
  const middle = STATUS_BAR_DP + HEADER_DP / 2
  pen.box({ x: 0, y: 0, width, height: HEADER_BOTTOM }, ground)
  const left = header.goBack ? ACTION_DP : GUTTER_DP + 4
  if (header.goBack) pen.icon('back', 10, middle - 12, 24, Colour.ink)
  const actions = header.actions ?? []
  const maxWidth = width - left - actions.length * ACTION_DP - GUTTER_DP
  const sizeDp = header.goBack ? 18 : 22
  pen.text(header.title, left, middle, { sizeDp, weight: 600, colour: Colour.ink, maxWidth })
  actions.forEach(({ icon }, index) => {
    pen.icon(icon, actionX(width, actions.length, index) + 10, middle - 12, 24, Colour.ink)
  })
}

export function headerTargets(ui: Ui, header: Header): Target[] {
  const y = STATUS_BAR_DP + (HEADER_DP - ACTION_DP) / 2
  const { width } = ui.size()
  const at = (x: number, tap: () => void): Target => ({
    box: { x, y, width: ACTION_DP, height: ACTION_DP },
    radius: ACTION_DP / 2,
    tap,
  })
  const actions = header.actions ?? []
  return [
    ...(header.goBack ? [at(0, header.goBack)] : []),
    ...actions.map(({ tap }, index) => at(actionX(width, actions.length, index), tap)),
  ]
}

const actionX = (width: number, count: number, index: number): number => width - 6 - (count - index) * ACTION_DP

/** Targets in content that scrolls: only what shows below the header can be pressed. */
export const visibleTargets = (targets: readonly Target[], viewport: Box): Target[] =>
  targets.flatMap((target) => {
    const top = Math.max(target.box.y, viewport.y)
    const bottom = Math.min(target.box.y + target.box.height, viewport.y + viewport.height)
    return bottom > top ? [{ ...target, box: { ...target.box, y: top, height: bottom - top } }] : []
  })

export function drawSwitch(pen: Pen, x: number, middle: number, isOn: boolean): void {
  pen.box({ x, y: middle - 13, width: 44, height: 26 }, isOn ? Colour.brand : '#D5DAE3', 13)
  pen.circle(isOn ? x + 31 : x + 13, middle, 10.5, '#FFFFFF')
}

const KILO = 1024

export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= KILO && unit < units.length - 1) {
    value /= KILO
    unit++
  }
  const digits = value >= 100 || unit === 0 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`
}
