import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeShellFrame, type ShellFrame, ShellFrameReader, ShellId } from './shell-v2.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('a frame', () => {
  test('is one byte of kind, four of length, and data', () => {
    expect(hex(encodeShellFrame(ShellId.stdout, new TextEncoder().encode('hi\n')))).toBe('010300000068690a')
    expect(hex(encodeShellFrame(ShellId.exit, Uint8Array.of(42)))).toBe('03010000002a')
    expect(hex(encodeShellFrame(ShellId.closeStdin))).toBe('0400000000')
  })
})

describe('the reader', () => {
  test('reads frames that follow each other', () => {
    const bytes = new Uint8Array(Buffer.from('0002000000616204000000000500000000', 'hex'))
    expect(new ShellFrameReader().push(bytes)).toEqual([
      { id: ShellId.stdin, data: new TextEncoder().encode('ab') },
      { id: ShellId.closeStdin, data: new Uint8Array(0) },
      { id: ShellId.windowSize, data: new Uint8Array(0) },
    ])
  })

  test('hands on a frame of any announced length without keeping it', () => {
    const reader = new ShellFrameReader()
    expect(reader.push(new Uint8Array(Buffer.from('00ffffffff61', 'hex')))).toEqual([
      { id: ShellId.stdin, data: Uint8Array.of(0x61) },
    ])
    expect(reader.push(Uint8Array.of(0x62))).toEqual([{ id: ShellId.stdin, data: Uint8Array.of(0x62) }])
  })

  test('refuses a kind that does not exist', () => {
    expect(() => new ShellFrameReader().push(new Uint8Array([6, 0, 0, 0, 0]))).toThrow(/Unknown shell frame 6/)
  })

  test('gives the same bytes of each kind for every way of cutting the stream', () => {
    const frame = fc.record({
      id: fc.constantFrom(...Object.values(ShellId)),
      data: fc.uint8Array({ maxLength: 20 }),
    })
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), (frames, step) => {
        const stream = Buffer.concat(frames.map(({ id, data }) => encodeShellFrame(id, data)))
        const reader = new ShellFrameReader()
        const read = []
        for (let at = 0; at < stream.length; at += step) {
          read.push(...reader.push(new Uint8Array(stream.subarray(at, at + step))))
        }
        const bytesOf = (list: readonly ShellFrame[]) =>
          list.flatMap(({ id, data }) => [...data].map((byte) => [id, byte]))
        const emptyOf = (list: readonly ShellFrame[]) => list.filter(({ data }) => data.length === 0)
        expect(bytesOf(read)).toEqual(bytesOf(frames))
        expect(emptyOf(read)).toEqual(emptyOf(frames))
      }),
    )
  })
})
