import type { Fill, Pen } from '../draw/pen.ts'

/** Scenes are painted on a sheet of this size, of which the middle is shown. */
export const SHEET = { width: 180, height: 390 } as const

/** A gradient from the top of the sheet, or of a part of it, to the bottom. */
export const downwards = (pen: Pen, stops: readonly [number, string][], top = 0, bottom: number = SHEET.height): Fill =>
  pen.gradient([0, top], [0, bottom], stops)

export function ground(pen: Pen, stops: readonly [number, string][]): void {
  // Wider than the sheet: a phone on its side shows more than its width.
  pen.box({ x: -SHEET.width, y: 0, width: 3 * SHEET.width, height: SHEET.height }, downwards(pen, stops))
}

export type Scene = (pen: Pen) => void
