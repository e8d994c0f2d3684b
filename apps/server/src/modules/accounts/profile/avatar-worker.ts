import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const SIDE_PX = 256
const JPEG_QUALITY = 85

/** The centre of the picture as a small square. Redrawing drops the file's metadata: location, camera. */
const draw = async (bytes: Uint8Array): Promise<Buffer> => {
  const source = await loadImage(Buffer.from(bytes))
  const side = Math.min(source.width, source.height)
  const canvas = createCanvas(SIDE_PX, SIDE_PX)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  // Transparent pixels would turn black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, SIDE_PX, SIDE_PX)
  const [x, y] = [(source.width - side) / 2, (source.height - side) / 2]
  context.drawImage(source, x, y, side, side, 0, 0, SIDE_PX, SIDE_PX)
  return canvas.encode('jpeg', JPEG_QUALITY)
}

const jpeg = await draw(workerData as Uint8Array)
parentPort?.postMessage(jpeg, [])
