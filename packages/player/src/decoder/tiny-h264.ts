import { isBaseline } from './codec-string.ts'
import type { CreateDecoder } from './decoder.ts'
import type { FromWorker, ToWorker } from './tiny-h264-messages.ts'

/** More waiting than this is delay that never goes away by itself. */
const MAX_WAITING = 4

/** Decodes in a worker, with a decoder of its own instead of the browser's: slower, but everywhere. */
export const createTinyH264Decoder: CreateDecoder = (surface, events) => {
  const worker = new Worker(new URL('./tiny-h264-worker.ts', import.meta.url), { name: 'decoder-worker' })
  let needsKey = true
  let waiting = 0
  let isFailed = false

  const fail = () => {
    if (isFailed) return
    isFailed = true
    events.onFailure()
  }

  const tell = (message: ToWorker) => worker.postMessage(message, [])

  worker.addEventListener('error', fail)
  worker.addEventListener('message', ({ data: message }: MessageEvent<FromWorker>) => {
    if (message.type === 'failed') return fail()
    waiting -= 1
    if (message.type !== 'picture') return
    const { rgba, size } = message
    surface.drawPixels(new ImageData(rgba, size.width, size.height))
  })

  return {
    configure({ width, height, data }) {
      if (!isBaseline(data)) return fail()
      needsKey = true
      tell({ type: 'configure', size: { width, height }, data })
    },
    decode({ isKey, data }) {
      if (isFailed || (needsKey && !isKey)) return
      if (!isKey && waiting > MAX_WAITING) {
        needsKey = true
        return events.onGap()
      }
      needsKey = false
      waiting += 1
      tell({ type: 'decode', data })
    },
    close: () => worker.terminate(),
  }
}
