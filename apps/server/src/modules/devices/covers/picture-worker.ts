import { parentPort } from 'node:worker_threads'
import { createCanvas, ImageData, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Picture } from '../../../platform/supplier.ts'

export interface PictureTask {
  readonly id: number
  readonly task:
    | { readonly kind: 'shrink'; readonly picture: Picture; readonly largestPx?: number | undefined }
    | { readonly kind: 'placeholder'; readonly state: DeviceState }
}

export interface PictureAnswer {
  readonly id: number
  readonly jpeg?: Uint8Array
  readonly error?: string
}

const WIDTH_PX = 360
const HEIGHT_PX = 640
const JPEG_QUALITY = 78

const sourceOf = async (picture: Picture) => {
  if (picture.format === 'png') return loadImage(Buffer.from(picture.data))
  const { width, height, data } = picture
  const canvas = createCanvas(width, height)
  const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, width * height * 4)
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
  return canvas
}

/** Scaled to the width of covers, or down to at most `largestPx`. A landscape picture is scaled by its shorter side, like a portrait one. */
const shrink = async (picture: Picture, largestPx?: number): Promise<Buffer> => {
  const source = await sourceOf(picture)
  const shorterPx = Math.min(source.width, source.height)
  const scale = largestPx === undefined ? WIDTH_PX / shorterPx : Math.min(1, largestPx / shorterPx)
  const canvas = createCanvas(Math.round(source.width * scale), Math.round(source.height * scale))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas.encode('jpeg', JPEG_QUALITY)
}

interface Placeholder {
  readonly from: string
  readonly to: string
  readonly sign: 'power' | 'turning' | 'warning' | 'clock'
}

const BUSY: Placeholder = { from: '#1f3f8f', to: '#10204a', sign: 'turning' }
const RESTING: Placeholder = { from: '#3a4253', to: '#191e29', sign: 'power' }

const placeholders: Partial<Record<DeviceState, Placeholder>> = {
  running: { from: '#3071f2', to: '#16388a', sign: 'power' },
  stopped: RESTING,
  released: RESTING,
  expired: { from: '#6b5532', to: '#2b2114', sign: 'clock' },
  faulty: { from: '#7a3434', to: '#2c1414', sign: 'warning' },
}

/** Without text: the page shows the state, and a machine without Chinese fonts draws the same picture. */
const drawPlaceholder = (state: DeviceState): Promise<Buffer> => {
  const { from, to, sign } = placeholders[state] ?? BUSY
  const canvas = createCanvas(WIDTH_PX, HEIGHT_PX)
  const context = canvas.getContext('2d')
  const background = context.createLinearGradient(0, 0, WIDTH_PX, HEIGHT_PX)
  background.addColorStop(0, from)
  background.addColorStop(1, to)
  context.fillStyle = background
  context.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
  const glow = context.createRadialGradient(WIDTH_PX / 2, HEIGHT_PX / 2, 0, WIDTH_PX / 2, HEIGHT_PX / 2, WIDTH_PX)
  glow.addColorStop(0, 'rgba(255, 255, 255, 0.16)')
  glow.addColorStop(1, 'rgba(255, 255, 255, 0)')
  context.fillStyle = glow
  context.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
  context.translate(WIDTH_PX / 2, HEIGHT_PX / 2)
  context.strokeStyle = 'rgba(255, 255, 255, 0.86)'
  context.lineWidth = 7
  context.lineCap = 'round'
  context.lineJoin = 'round'
  signs[sign](context)
  return canvas.encode('jpeg', JPEG_QUALITY)
}

const line = (context: SKRSContext2D, ...points: readonly (readonly [number, number])[]): void => {
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.stroke()
}

const arc = (context: SKRSContext2D, radius: number, from: number, to: number): void => {
  context.beginPath()
  context.arc(0, 0, radius, from * Math.PI, to * Math.PI)
  context.stroke()
}

const signs: Readonly<Record<Placeholder['sign'], (context: SKRSContext2D) => void>> = {
  power(context) {
    arc(context, 38, -0.3, 1.3)
    line(context, [0, -46], [0, -8])
  },
  turning(context) {
    arc(context, 38, -0.5, 1.1)
    context.strokeStyle = 'rgba(255, 255, 255, 0.28)'
    arc(context, 38, 1.1, 1.5)
  },
  clock(context) {
    arc(context, 40, 0, 2)
    line(context, [0, -22], [0, 0], [16, 10])
  },
  warning(context) {
    line(context, [0, -42], [44, 34], [-44, 34], [0, -42])
    line(context, [0, -12], [0, 10])
    line(context, [0, 22], [0, 22.1])
  },
}

parentPort?.on('message', ({ id, task }: PictureTask) => {
  const drawing = task.kind === 'shrink' ? shrink(task.picture, task.largestPx) : drawPlaceholder(task.state)
  drawing.then(
    (jpeg) => parentPort?.postMessage({ id, jpeg } satisfies PictureAnswer, []),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) } satisfies PictureAnswer, []),
  )
})
