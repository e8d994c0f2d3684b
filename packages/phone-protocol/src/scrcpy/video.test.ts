import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everySplit, hex } from '../testing/hex.ts'
import { CodecId, encodeCodecMeta, encodeDeviceName, encodeVideoPacket, VideoReader } from './video.ts'

const CONFIG = '8000000000000000 00000004 00000001'
const KEY_FRAME = '40000000000f4240 00000002 6588'
const FRAME = '00000000000f4241 00000001 41'

describe('the video socket', () => {
  test('opens with a dummy byte, the name and the codec', () => {
    const name = encodeDeviceName('云机 One')
    expect(name).toEqual(hex(`e4ba91e69cba204f6e65 ${'00'.repeat(54)}`))
    const codec = encodeCodecMeta({ codecId: CodecId.h264, width: 720, height: 1280 })
    expect(codec).toEqual(hex('68323634 000002d0 00000500'))
    const reader = new VideoReader({ hasDummyByte: true, hasDeviceName: true })
    expect([hex('00'), name, codec].flatMap((bytes) => reader.push(bytes))).toEqual([
      { type: 'deviceName', name: '云机 One' },
      { type: 'codec', codecId: CodecId.h264, width: 720, height: 1280 },
    ])
  })

  test('cuts a long name between characters and always ends it', () => {
    const bytes = encodeDeviceName('长'.repeat(40))
    expect(bytes).toHaveLength(64)
    expect(new TextDecoder().decode(bytes)).toBe(`${'长'.repeat(21)}\0`)
  })

  test('marks the configuration and key frames in the highest bits', () => {
    expect(encodeVideoPacket({ type: 'config', data: hex('00000001') })).toEqual(hex(CONFIG))
    expect(encodeVideoPacket({ type: 'frame', isKey: true, ptsUs: 1_000_000, data: hex('6588') })).toEqual(
      hex(KEY_FRAME),
    )
    expect(encodeVideoPacket({ type: 'frame', isKey: false, ptsUs: 1_000_001, data: hex('41') })).toEqual(hex(FRAME))
  })

  test('comes out whole wherever the bytes are cut', () => {
    for (const pieces of everySplit(hex(`68323634 00000002 00000004 ${CONFIG} ${KEY_FRAME} ${FRAME}`))) {
      const reader = new VideoReader({ hasDummyByte: false, hasDeviceName: false })
      expect(pieces.flatMap((piece) => reader.push(piece))).toEqual([
        { type: 'codec', codecId: CodecId.h264, width: 2, height: 4 },
        { type: 'config', data: hex('00000001') },
        { type: 'frame', isKey: true, ptsUs: 1_000_000, data: hex('6588') },
        { type: 'frame', isKey: false, ptsUs: 1_000_001, data: hex('41') },
      ])
    }
  })

  test('keeps any frame', () => {
    const frame = fc.record({
      type: fc.constant('frame' as const),
      isKey: fc.boolean(),
      ptsUs: fc.maxSafeNat(),
      data: fc.uint8Array({ minLength: 1, maxLength: 20_000 }),
    })
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), fc.integer({ min: 1, max: 5000 }), (frames, chunkBytes) => {
        const reader = new VideoReader({ hasDummyByte: false, hasDeviceName: false })
        reader.push(hex('68323634 00000002 00000004'))
        const items = frames.map(encodeVideoPacket).flatMap((bytes) => {
          const count = Math.ceil(bytes.length / chunkBytes)
          return Array.from({ length: count }, (_, at) => bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes))
        })
        expect(items.flatMap((piece) => reader.push(piece))).toEqual(frames)
      }),
      { numRuns: 30 },
    )
  })

  test('refuses an empty and an endless packet', () => {
    const reader = () => {
      const opened = new VideoReader({ hasDummyByte: false, hasDeviceName: false })
      opened.push(hex('68323634 00000002 00000004'))
      return opened
    }
    expect(() => reader().push(hex('0000000000000000 00000000'))).toThrow(/empty/)
    expect(() => reader().push(hex('0000000000000000 7fffffff'))).toThrow(/too long/)
  })
})
