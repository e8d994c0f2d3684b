import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadPhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import { withoutReordering, withoutVui } from '@yunji/phone-protocol/h264/parameter-sets'
import type { FromWorker, ToWorker } from '@yunji/player/decoder/tiny-h264'
import { eventually } from '@yunji/testkit/eventually'
import type { EncodedFrame } from '@yunji/virtual-phone/encoder/video-encoder'
import { loadEncoder, openX264 } from '@yunji/virtual-phone/encoder/x264'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PhoneProcess } from './phone-process.ts'

const SIZE = { width: 320, height: 480 }
const FRAMES = 24
const BYTES_PER_PIXEL = 4

let config: Uint8Array
const frames: EncodedFrame[] = []

beforeAll(async () => {
  const encoder = await openX264({ ...SIZE, bitrate: 1_000_000, maxFps: 60, isBaseline: true })
  const pixels = new Uint8Array(SIZE.width * SIZE.height * BYTES_PER_PIXEL)
  for (let index = 0; index < FRAMES; index += 1) {
    encoder.writeRows(pixels.fill(index * 10), 0)
    const frame = await encoder.encode(index * 16_000, index === 0)
    if (frame) frames.push(frame)
  }
  config = encoder.config
  encoder.close()
})
afterAll(() => vi.unstubAllGlobals())

/** Frames that a conforming decoder takes before its first picture. */
const framesHeldBack = async (sets: Uint8Array): Promise<number> => {
  const library = await loadEncoder()
  const codec = library.Codec.findDecoderByName(library.FF_DECODER_H264)
  const context = new library.CodecContext()
  if (!codec) throw new Error('no H.264 decoder')
  context.allocContext3(codec)
  await context.open2(codec, library.Dictionary.fromObject({ strict: '1', threads: '1' }))
  const frame = new library.Frame()
  frame.alloc()
  const held = frames.findIndex(({ isKey, data }) => {
    const packet = new library.Packet()
    packet.alloc()
    packet.data = isKey ? Buffer.concat([sets, data]) : Buffer.from(data)
    context.sendPacketSync(packet)
    packet.free()
    return context.receiveFrameSync(frame) >= 0
  })
  frame.free()
  context.freeContext()
  return held
}

it('a decoder holds frames back until it is told that they come in order', async () => {
  expect(frames).toHaveLength(FRAMES)
  const asPhonesWrite = withoutVui(config)
  expect(await framesHeldBack(asPhonesWrite)).toBeGreaterThan(2)
  expect(await framesHeldBack(withoutReordering(asPhonesWrite))).toBe(0)
})

it('the decoder for every browser reads what was told', async () => {
  const received: FromWorker[] = []
  const listening = Promise.withResolvers<(event: { readonly data: ToWorker }) => void>()
  vi.stubGlobal('self', {
    location: { href: '' },
    postMessage: (message: FromWorker) => void received.push(message),
    addEventListener: (_type: string, listener: (event: { readonly data: ToWorker }) => void) =>
      listening.resolve(listener),
  })
  await import('@yunji/player/decoder/tiny-h264-worker')
  const worker = await listening.promise
  worker({ data: { type: 'configure', size: SIZE, data: withoutReordering(withoutVui(config)) } })
  for (const { data } of frames) worker({ data: { type: 'decode', data } })
  await eventually(() => expect(received).toHaveLength(FRAMES))
  expect(new Set(received.map(({ type }) => type))).toEqual(new Set(['picture']))
})

it('the driver tells it for a phone that does not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-order-'))
  const phones = await PhoneProcess.start(path.join(folder, 'phones'), { VIRTUAL_PHONE_VUI: 'none' })
  const keys = await loadPhoneKeys(path.join(folder, 'adb'))
  const port = await phones.putPhone('bare', { authorisedKeys: [keys.publicKey] })
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  try {
    const { config: original } = await phone.openScreen({ maxSize: 640 })
    const sets = withoutVui(original.data)
    expect(sets).not.toEqual(original.data)
    expect(withoutReordering(sets)).toEqual(original.data)
  } finally {
    await phone.close()
    await phones.end()
    await rm(folder, { recursive: true, force: true })
  }
})
