import { describe, expect, it } from 'vitest'
import { codecString, isBaseline } from './codec-string.ts'

const bytes = (hex: string) => Uint8Array.from(hex.split(' ').map((byte) => Number.parseInt(byte, 16)))

const baseline = bytes('00 00 00 01 67 42 c0 20 da 02 00 00 00 01 68 ce 3c 80')
const high = bytes('00 00 01 27 64 00 28 ac 00 00 01 28 ee')
const otherFirst = bytes('00 00 00 01 09 10 00 00 00 01 67 4d 00 1f 96')

describe('the sequence header of a stream', () => {
  it.each([
    ['baseline', baseline, 'avc1.42c020', true],
    ['high, short start codes', high, 'avc1.640028', false],
    ['after another unit', otherFirst, 'avc1.4d001f', false],
  ])('%s', (_name, data, codec, isSimple) => {
    expect(codecString(data)).toBe(codec)
    expect(isBaseline(data)).toBe(isSimple)
  })

  it.each([
    ['none', bytes('00 00 00 01 68 ce 3c 80')],
    ['cut off', bytes('00 00 00 01 67 42')],
    ['empty', new Uint8Array()],
  ])('%s gives no codec', (_name, data) => {
    expect(codecString(data)).toBeUndefined()
    expect(isBaseline(data)).toBe(false)
  })
})
