const SIZE = 100
const STROKE = 9
const RADIUS = (SIZE - STROKE) / 2
const LENGTH = 2 * Math.PI * RADIUS
const FULL_PERCENT = 100

const short = (length: number) => Number(length.toFixed(2))

/** An arc as an SVG mask, clockwise from the top. */
export const ringDrawing = (fromPercent: number, percent: number): string => {
  const from = short((fromPercent / FULL_PERCENT) * 360 - 90)
  const dash =
    percent >= FULL_PERCENT ? '' : ` stroke-dasharray="${short((percent / FULL_PERCENT) * LENGTH)} ${SIZE * 4}"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">` +
    `<circle cx="50" cy="50" r="${RADIUS}" fill="none" stroke="#000" stroke-width="${STROKE}" stroke-linecap="round"${dash} transform="rotate(${from} 50 50)"/></svg>`
  )
}
