import type { Pen } from '../draw/pen.ts'
import { clockText } from '../time.ts'
import type { Ui } from '../ui.ts'
import { STATUS_BAR_DP } from '../ui.ts'

const MIDDLE = STATUS_BAR_DP / 2 + 1

/** Time on the left; notices, signal and battery on the right. A cloud phone is always on mains and on line. */
export function drawStatusBar(pen: Pen, ui: Ui, colour: string): void {
  const { width } = ui.size()
  pen.text(clockText(ui.host), 20, MIDDLE, { sizeDp: 13, weight: 600, colour })
  if (ui.host.listNotifications().length > 0) pen.icon('bell', 60, MIDDLE - 7, 14, colour)
  drawSignal(pen, width - 72, colour)
  const battery = { x: width - 46, y: MIDDLE - 5.5, width: 22, height: 11 }
  pen.context.globalAlpha = 0.4
  pen.outline(battery, colour, 3.2, 1)
  pen.context.globalAlpha = 1
  pen.box({ x: battery.x + 2, y: battery.y + 2, width: 18, height: 7 }, colour, 1.6)
  pen.box({ x: battery.x + 23, y: battery.y + 3.5, width: 1.6, height: 4 }, colour, 0.8)
}

function drawSignal(pen: Pen, x: number, colour: string): void {
  for (let bar = 0; bar < 4; bar++) {
    const height = 4 + bar * 2.3
    pen.box({ x: x + bar * 4.6, y: MIDDLE + 5.5 - height, width: 3, height }, colour, 1)
  }
}

const PILL_WIDTH_DP = 116

export function drawNavigation(pen: Pen, ui: Ui, colour: string): void {
  const { width, height } = ui.size()
  pen.box({ x: (width - PILL_WIDTH_DP) / 2, y: height - 11, width: PILL_WIDTH_DP, height: 4 }, colour, 2)
}
