import loadTinyH264 from 'tinyh264/es/TinyH264.js'
import TinyH264Decoder from 'tinyh264/es/TinyH264Decoder.js'
import { i420ToRgba } from './i420.ts'
import type { FromWorker, ToWorker } from './tiny-h264.ts'

/** tinyh264 copies every NAL unit into a buffer of this size without a check. */
const MAX_UNIT_BYTES = 1024 * 1024

const scope = self as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void
}

const library = loadTinyH264()
let decoder: TinyH264Decoder | undefined
let hasAnswered = false

const answer = (message: FromWorker, transfer: Transferable[] = []) => {
  hasAnswered = true
  scope.postMessage(message, transfer)
}

/** A decoder is bound to one picture size. */
const open = async ({ size, data }: Extract<ToWorker, { type: 'configure' }>) => {
  const module = await library
  decoder?.release()
  decoder = new TinyH264Decoder(module, (picture, width, height) => {
    const rgba = i420ToRgba({ data: picture, coded: { width, height } }, size)
    answer({ type: 'picture', size, rgba }, [rgba.buffer])
  })
  decoder.decode(data)
}

const decode = (data: Uint8Array) => {
  hasAnswered = false
  if (data.length <= MAX_UNIT_BYTES) decoder?.decode(data)
  if (!hasAnswered) answer({ type: 'nothing' })
}

let work: Promise<void> = Promise.resolve()
scope.addEventListener('message', ({ data: message }) => {
  work = work
    .then(() => (message.type === 'configure' ? open(message) : decode(message.data)))
    .catch(() => answer({ type: 'failed' }))
})
