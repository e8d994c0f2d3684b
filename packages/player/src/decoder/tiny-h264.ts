import type { Size } from '../picture/layout.ts'
import { createBacklog } from './backlog.ts'
import { isBaseline } from './codec-string.ts'
import type { CreateDecoder } from './decoder.ts'

export type ToWorker =
  | { readonly type: 'configure'; readonly size: Size; readonly data: Uint8Array }
  | { readonly type: 'decode'; readonly data: Uint8Array }

/** One answer for each frame: its picture, or `nothing` when it has none. */
export type FromWorker =
  | { readonly type: 'picture'; readonly size: Size; readonly rgba: Uint8ClampedArray<ArrayBuffer> }
  | { readonly type: 'nothing' }
  | { readonly type: 'failed' }

/** A longer queue is decoded to its end, unless it shrinks by itself, and a key frame requested then. */
const MAX_WAITING = 4

/** tinyh264 in a worker: slower than WebCodecs, but available everywhere. */
export const createTinyH264Decoder: CreateDecoder = (surface, events) => {
  const worker = new Worker(new URL('./tiny-h264-worker.ts', import.meta.url), { name: 'decoder-worker' })
  const backlog = createBacklog(MAX_WAITING)
  let isBehind = false
  let needsKey = true
  let waiting = 0
  let isFailed = false

  const fail = () => {
    if (isFailed) return
    isFailed = true
    events.onFailure()
  }

  const draw = ({ rgba, size }: Extract<FromWorker, { type: 'picture' }>) =>
    surface.drawPixels(new ImageData(rgba, size.width, size.height))

  const tell = (message: ToWorker) => worker.postMessage(message, [])

  worker.addEventListener('error', fail)
  worker.addEventListener('message', ({ data: message }: MessageEvent<FromWorker>) => {
    if (message.type === 'failed') return fail()
    waiting -= 1
    backlog.update(waiting)
    if (message.type === 'picture') draw(message)
    if (!isBehind || waiting > 0) return
    isBehind = false
    events.onGap()
  })

  return {
    configure({ width, height, data }) {
      if (!isBaseline(data)) return fail()
      needsKey = true
      tell({ type: 'configure', size: { width, height }, data })
    },
    decode({ isKey, data }) {
      if (isFailed || isBehind || (needsKey && !isKey)) return
      isBehind = backlog.update(waiting)
      needsKey = isBehind
      if (isBehind) return
      waiting += 1
      tell({ type: 'decode', data })
    },
    close: () => worker.terminate(),
  }
}
