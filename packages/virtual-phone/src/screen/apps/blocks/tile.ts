import type { Box } from '../../draw/box.ts'
import type { Pen } from '../../draw/pen.ts'

const COLOURS = ['#FF8A5C', '#3FCB9B', '#5AA2FF', '#F4657B', '#A06BFF', '#FFC83D']

/** A sweet with a highlight; `size` shrinks it towards its middle. */
export function drawTile(
  pen: Pen,
  { x, y, width, height }: Box,
  colour: number,
  size: number,
  isChosen: boolean,
): void {
  if (size <= 0) return
  const inset = ((1 - size) * width) / 2
  const box = { x: x + inset, y: y + inset, width: width * size, height: height * size }
  pen.box(box, COLOURS[colour] ?? '#FFC83D', 12 * size)
  const shine = { x: box.x + 6 * size, y: box.y + 6 * size, width: box.width - 12 * size, height: box.height * 0.32 }
  pen.box(shine, 'rgba(255,255,255,.38)', 7 * size)
  if (isChosen) pen.outline({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 }, '#3B2B5E', 12, 3)
}
