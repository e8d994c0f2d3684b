import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTinyH264Decoder, type FromWorker, type ToWorker } from './tiny-h264.ts'

/** The worker as far as we use it; it answers when the test says so. */
class FakeWorker {
  static made: FakeWorker
  readonly messages: ToWorker[] = []
  #listener: (event: { data: FromWorker }) => void = () => undefined

  constructor() {
    FakeWorker.made = this
  }
  addEventListener(type: string, listener: (event: { data: FromWorker }) => void) {
    if (type === 'message') this.#listener = listener
  }
  postMessage(message: ToWorker) {
    this.messages.push(message)
  }
  terminate() {
    this.messages.length = 0
  }
  /** Answers so many frames. */
  answer(count: number) {
    for (let index = 0; index < count; index += 1) this.#listener({ data: { type: 'nothing' } })
  }
}

let nowMs = 0
beforeEach(() => {
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Baseline. */
const config = {
  kind: 'config',
  width: 720,
  height: 1280,
  data: Uint8Array.from([0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x20]),
} as const
const frame = (isKey: boolean, ptsUs: number) =>
  ({ kind: 'frame', isKey, ptsUs, data: Uint8Array.from([ptsUs]) }) as const

const make = () => {
  const surface = {
    draw: () => undefined,
    drawPixels: () => undefined,
    snapshot: async () => null,
    close: () => undefined,
  }
  const events = { onGap: vi.fn<() => void>(), onFailure: vi.fn<() => void>() }
  const decoder = createTinyH264Decoder(surface, events)
  const worker = FakeWorker.made
  const sent = () => worker.messages.flatMap((message) => (message.type === 'decode' ? [...message.data] : []))
  decoder.configure(config)
  return { decoder, events, worker, sent }
}

describe('tinyh264', () => {
  it('decodes a burst of frames, such as a new viewer gets', () => {
    const { decoder, events, sent } = make()
    decoder.decode(frame(true, 0))
    for (let index = 1; index < 60; index += 1) decoder.decode(frame(false, index))
    expect(sent()).toHaveLength(60)
    expect(events.onGap).not.toHaveBeenCalled()
  })

  it('drops frames while it stays behind, and requests a key frame once it has decoded the rest', () => {
    const { decoder, events, worker, sent } = make()
    decoder.decode(frame(true, 0))
    for (let index = 1; index < 7; index += 1) decoder.decode(frame(false, index))
    nowMs += 1100
    decoder.decode(frame(false, 7))
    decoder.decode(frame(true, 8))
    worker.answer(6)
    expect(events.onGap).not.toHaveBeenCalled()
    worker.answer(1)
    expect(events.onGap).toHaveBeenCalledOnce()
    decoder.decode(frame(false, 9))
    decoder.decode(frame(true, 10))
    decoder.decode(frame(false, 11))
    expect(sent()).toEqual([0, 1, 2, 3, 4, 5, 6, 10, 11])
    expect(events.onGap).toHaveBeenCalledOnce()
  })
})
