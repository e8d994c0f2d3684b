import type { SKRSContext2D } from '@napi-rs/canvas'
import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'

const SIDE_PX = 320

interface Palette {
  /** Gradients from light to dark. */
  readonly ground: readonly [string, string]
  readonly screen: readonly [string, string]
  readonly frame: string
  readonly mark: string
}

/** The colours of each goods level. */
const palettes: Readonly<Record<GoodsLevel, Palette>> = {
  1: { ground: ['#f4faff', '#d3eafd'], screen: ['#5cb5f7', '#1c7fd0'], frame: '#0a62a8', mark: '#ffffff' },
  2: { ground: ['#effbfa', '#c9eeea'], screen: ['#2fc4b7', '#0b857b'], frame: '#066c63', mark: '#ffffff' },
  3: { ground: ['#f5f5ff', '#d9dbfc'], screen: ['#737cf5', '#3a43cc'], frame: '#2a319e', mark: '#ffffff' },
  4: { ground: ['#4a4756', '#17161c'], screen: ['#3c3946', '#1e1d24'], frame: '#f0d9a8', mark: '#f0d9a8' },
  5: { ground: ['#fcf5ff', '#edd2fa'], screen: ['#cb6bf0', '#8820b4'], frame: '#6a158e', mark: '#ffffff' },
}

/** A phone in the colours of its level, with one bar for each level. Without text, so that no fonts are needed. */
export const drawGoods = async (level: GoodsLevel): Promise<Buffer> => {
  // Loaded with the first picture, so that the server starts without it.
  const { createCanvas } = await import('@napi-rs/canvas')
  const canvas = createCanvas(SIDE_PX, SIDE_PX)
  const context = canvas.getContext('2d')
  const { ground, screen, frame, mark } = palettes[level]
  context.fillStyle = gradient(context, ground, 0, 0, SIDE_PX, SIDE_PX)
  context.fillRect(0, 0, SIDE_PX, SIDE_PX)
  drawCloud(context, mark)
  drawPhone(context, frame, screen)
  drawBars(context, level, mark)
  return canvas.encode('webp', 82)
}

const gradient = (
  context: SKRSContext2D,
  [from, to]: readonly [string, string],
  ...[x0, y0, x1, y1]: readonly [number, number, number, number]
) => {
  const fill = context.createLinearGradient(x0, y0, x1, y1)
  fill.addColorStop(0, from)
  fill.addColorStop(1, to)
  return fill
}

const rounded = (context: SKRSContext2D, x: number, y: number, width: number, height: number, radius: number): void => {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}

/** Drawn before the phone, which covers half of it. */
const drawCloud = (context: SKRSContext2D, mark: string): void => {
  context.save()
  context.globalAlpha = 0.35
  context.fillStyle = mark
  // One path, so that overlapping circles are not darker.
  context.beginPath()
  for (const [x, y, radius] of [
    [92, 206, 44],
    [150, 172, 62],
    [222, 196, 50],
  ] as const) {
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, Math.PI * 2)
  }
  context.roundRect(50, 200, 222, 50, 25)
  context.fill()
  context.restore()
}

const drawPhone = (context: SKRSContext2D, frame: string, screen: readonly [string, string]): void => {
  context.save()
  context.shadowColor = 'rgba(13, 18, 30, 0.28)'
  context.shadowBlur = 28
  context.shadowOffsetY = 12
  context.fillStyle = frame
  rounded(context, 100, 36, 120, 248, 22)
  context.restore()
  context.fillStyle = gradient(context, screen, 106, 42, 214, 278)
  rounded(context, 106, 42, 108, 236, 17)
  context.fillStyle = frame
  rounded(context, 144, 50, 32, 7, 3.5)
}

const drawBars = (context: SKRSContext2D, level: number, mark: string): void => {
  const width = 12
  const gap = 7
  const left = (SIDE_PX - (5 * width + 4 * gap)) / 2
  for (let bar = 0; bar < 5; bar += 1) {
    const height = 20 + bar * 13
    context.globalAlpha = bar < level ? 0.95 : 0.22
    context.fillStyle = mark
    rounded(context, left + bar * (width + gap), 204 - height, width, height, 5)
  }
  context.globalAlpha = 0.6
  rounded(context, 136, 262, 48, 5, 2.5)
  context.globalAlpha = 1
}
