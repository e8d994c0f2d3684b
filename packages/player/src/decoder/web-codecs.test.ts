import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWebCodecsDecoder } from './web-codecs.ts'

interface Chunk {
  readonly type: string
  readonly timestamp: number
  readonly data: Uint8Array
}

/** The browser's decoder as far as we use it. */
class FakeDecoder {
  static made: FakeDecoder[] = []
  state = 'unconfigured'
  decodeQueueSize = 0
  configs: { codec: string }[] = []
  chunks: Chunk[] = []
  readonly events: { output: (frame: unknown) => void; error: (error: Error) => void }

  constructor(events: FakeDecoder['events']) {
    this.events = events
    FakeDecoder.made.push(this)
  }
  configure(config: { codec: string }) {
    this.configs.push(config)
  }
  decode(chunk: Chunk) {
    this.chunks.push(chunk)
  }
  close() {
    this.state = 'closed'
  }
}

let nowMs = 0

beforeEach(() => {
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  FakeDecoder.made = []
  vi.stubGlobal('VideoDecoder', FakeDecoder)
  vi.stubGlobal('EncodedVideoChunk', function take(this: object, init: Chunk) {
    Object.assign(this, init)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SETS = [0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x20]
const config = { kind: 'config', width: 720, height: 1280, data: Uint8Array.from(SETS) } as const
const frame = (isKey: boolean, ptsUs: number) =>
  ({ kind: 'frame', isKey, ptsUs, data: Uint8Array.from([ptsUs]) }) as const

const PICTURE = { displayWidth: 720, displayHeight: 1280, close: () => undefined }

const make = () => {
  const surface = {
    draw: vi.fn<() => void>(),
    drawPixels: () => undefined,
    snapshot: async () => null,
    close: () => undefined,
  }
  const events = { onGap: vi.fn<() => void>(), onFailure: vi.fn<() => void>() }
  const decoder = createWebCodecsDecoder(surface, events)
  const last = () => {
    const made = FakeDecoder.made.at(-1)
    if (!made) throw new Error('no decoder was made')
    return made
  }
  return { decoder, surface, events, last, times: () => last().chunks.map(({ timestamp }) => timestamp) }
}

describe('the browser’s decoder', () => {
  it('is told what the stream is, and gets the parameter sets in front of key frames', () => {
    const { decoder, last } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    decoder.decode(frame(false, 2))
    expect(last().configs).toEqual([
      { codec: 'avc1.42c020', codedWidth: 720, codedHeight: 1280, optimizeForLatency: true },
    ])
    expect(last().chunks.map(({ type, data }) => [type, [...data]])).toEqual([
      ['key', [...SETS, 1]],
      ['delta', [2]],
    ])
  })

  it('waits for a key frame', () => {
    const { decoder, times } = make()
    decoder.configure(config)
    decoder.decode(frame(false, 1))
    decoder.decode(frame(true, 2))
    expect(times()).toEqual([2])
  })

  it('draws a picture at once', () => {
    const { decoder, last, surface } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    const picture = { displayWidth: 720, displayHeight: 1280 }
    last().events.output(picture)
    expect(surface.draw).toHaveBeenCalledExactlyOnceWith(picture, { width: 720, height: 1280 })
  })

  it('decodes a burst of frames, such as a new viewer gets', () => {
    const { decoder, last, events, times } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    last().decodeQueueSize = 60
    decoder.decode(frame(false, 2))
    nowMs += 900
    decoder.decode(frame(false, 3))
    expect(times()).toEqual([1, 2, 3])
    expect(events.onGap).not.toHaveBeenCalled()
  })

  it('skips to the next key frame, with a new decoder, when it stays behind', () => {
    const { decoder, last, events, times } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    const old = last()
    old.events.output(PICTURE)
    old.decodeQueueSize = 9
    decoder.decode(frame(false, 2))
    nowMs += 1100
    decoder.decode(frame(false, 3))
    decoder.decode(frame(false, 4))
    expect(events.onGap).toHaveBeenCalledOnce()
    decoder.configure(config)
    expect(old.state).toBe('closed')
    decoder.decode(frame(true, 5))
    decoder.decode(frame(false, 6))
    expect(times()).toEqual([5, 6])
  })

  it('is not behind when its queue was short in between', () => {
    const { decoder, last, events } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    last().decodeQueueSize = 9
    decoder.decode(frame(false, 2))
    last().decodeQueueSize = 0
    last().events.output(PICTURE)
    nowMs += 1100
    last().decodeQueueSize = 9
    decoder.decode(frame(false, 3))
    expect(events.onGap).not.toHaveBeenCalled()
  })

  it('survives the same stream sent again, until its first picture is overdue', () => {
    const { decoder, last, times } = make()
    const sendAgain = () => {
      decoder.configure({ ...config, data: Uint8Array.from(SETS) })
      decoder.decode(frame(true, 1))
      decoder.decode(frame(false, 2))
    }
    sendAgain()
    const slow = last()
    slow.decodeQueueSize = 9
    sendAgain()
    nowMs += 4000
    sendAgain()
    expect(FakeDecoder.made).toHaveLength(1)
    expect(times()).toEqual([1, 2, 1, 2, 1, 2])
    nowMs += 1100
    sendAgain()
    sendAgain()
    expect(slow.state).toBe('closed')
    expect(FakeDecoder.made).toHaveLength(2)
  })

  it('starts again with a key frame after an error', () => {
    const { decoder, last, events, times } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    last().events.error(new Error('broken'))
    expect(events.onGap).toHaveBeenCalledOnce()
    decoder.decode(frame(false, 2))
    decoder.decode(frame(true, 3))
    expect(FakeDecoder.made).toHaveLength(2)
    expect(times()).toEqual([3])
  })

  it('fails after three errors without a picture between them', () => {
    const { decoder, last, events } = make()
    decoder.configure(config)
    const breakOnce = () => {
      decoder.decode(frame(true, 1))
      last().events.error(new Error('broken'))
    }
    breakOnce()
    breakOnce()
    decoder.decode(frame(true, 1))
    last().events.output({ displayWidth: 1, displayHeight: 1, close: () => undefined })
    last().events.error(new Error('broken'))
    breakOnce()
    expect(events.onFailure).not.toHaveBeenCalled()
    breakOnce()
    expect(events.onFailure).toHaveBeenCalledOnce()
  })

  it('is replaced for another stream, and hears nothing from the old one', () => {
    const { decoder, last, events } = make()
    decoder.configure(config)
    decoder.decode(frame(true, 1))
    const old = last()
    decoder.configure({ ...config, width: 1280, height: 720 })
    expect(old.state).toBe('closed')
    old.events.error(new Error('closed'))
    expect(events.onGap).not.toHaveBeenCalled()
    decoder.decode(frame(true, 2))
    expect(last()).not.toBe(old)
  })

  it('fails on a stream that does not say what it is', () => {
    const { decoder, events } = make()
    decoder.configure({ ...config, data: Uint8Array.from([0, 0, 1, 0x68]) })
    decoder.decode(frame(true, 1))
    expect(events.onFailure).toHaveBeenCalledOnce()
  })
})
