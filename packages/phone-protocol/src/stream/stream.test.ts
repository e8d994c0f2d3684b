import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { hex } from '../testing/hex.ts'
import type { StreamEvent, StreamRequest } from './events.ts'
import { decodeFromViewer, encodeFromViewer, type FromViewer, MAX_FROM_VIEWER_BYTES } from './from-viewer.ts'
import { DEFAULT_QUALITY, QUALITIES, QUALITY_NAMES } from './quality.ts'
import { decodeToViewer, encodeToViewer, type ToViewer } from './to-viewer.ts'

const TO_VIEWER: readonly [ToViewer, string][] = [
  [{ kind: 'config', width: 720, height: 1280, data: hex('00000001 67') }, '01 02d0 0500 0000000167'],
  [{ kind: 'frame', isKey: true, ptsUs: 0x0102030405, data: hex('65') }, '02 01 0000000102030405 65'],
  [{ kind: 'frame', isKey: false, ptsUs: 1, data: hex('41 9a') }, '02 00 0000000000000001 419a'],
  [{ kind: 'clipboard', text: '好' }, '03 e5a5bd'],
  [{ kind: 'pong', id: 0xfffffffe }, '04 fffffffe'],
  [
    { kind: 'event', event: { type: 'idle', secondsLeft: 30 } },
    `05 ${Buffer.from('{"type":"idle","secondsLeft":30}').toString('hex')}`,
  ],
]

const FROM_VIEWER: readonly [FromViewer, string][] = [
  [{ kind: 'touch', action: 'down', pointerId: 3, x: 0, y: 65_535, pressure: 1 }, '01 00 03 0000 ffff ffff'],
  [{ kind: 'touch', action: 'cancel', pointerId: 0, x: 258, y: 1, pressure: 0 }, '01 03 00 0102 0001 0000'],
  [{ kind: 'scroll', x: 1, y: 2, dx: -1, dy: 0.5 }, '02 0001 0002 ff00 0080'],
  [{ kind: 'key', action: 'up', keyCode: 67, metaState: 0x1000, repeat: 2 }, '03 01 0043 00001000 0002'],
  [{ kind: 'text', text: '你好' }, '04 e4bda0e5a5bd'],
  [{ kind: 'clipboard', text: 'a', isPaste: true }, '05 01 61'],
  [{ kind: 'clipboard', text: '', isPaste: false }, '05 00'],
  [{ kind: 'ping', id: 7 }, '06 00000007'],
  [{ kind: 'request', request: { type: 'copy' } }, `07 ${Buffer.from('{"type":"copy"}').toString('hex')}`],
]

function errorOf(run: () => unknown): unknown {
  try {
    run()
    return null
  } catch (error) {
    return error
  }
}

describe('to the viewer', () => {
  test.each(TO_VIEWER)('%o', (message, bytes) => {
    expect(encodeToViewer(message)).toEqual(hex(bytes))
    expect(decodeToViewer(hex(bytes))).toEqual(message)
  })

  test('hands the picture on without copying it', () => {
    const bytes = encodeToViewer({ kind: 'frame', isKey: true, ptsUs: 1, data: hex('010203') })
    const message = decodeToViewer(bytes)
    expect(message.kind === 'frame' && message.data.buffer).toBe(bytes.buffer)
  })

  test.each(['', '01 02', '02 01 00', '04 00', '09', '03 ff', '05 7b', '05 5b5d', '05 7b2274797065223a2278227d'])(
    'refuses %s',
    (bytes) => {
      expect(() => decodeToViewer(hex(bytes))).toThrow(ProtocolError)
    },
  )

  test('keeps every event', () => {
    const events: StreamEvent[] = [
      { type: 'resume', ticket: 't' },
      { type: 'control', hasControl: true, isTaken: false },
      { type: 'upload', id: 'u', progress: 0.5, state: 'receiving' },
      { type: 'ended', reason: 'revoked' },
    ]
    for (const event of events) {
      expect(decodeToViewer(encodeToViewer({ kind: 'event', event }))).toEqual({ kind: 'event', event })
    }
  })
})

/** scrcpy stops an app first at `+`, and looks for a name at `?`. */
const BAD_STARTS = ['+com.a', '?设置', 'com', 'com.a b', `com.${'a'.repeat(252)}`, 7].map((packageName) =>
  JSON.stringify({ type: 'startApp', packageName }),
)

describe('from the viewer', () => {
  test.each(FROM_VIEWER)('%o', (message, bytes) => {
    expect(encodeFromViewer(message)).toEqual(hex(bytes))
    expect(decodeFromViewer(hex(bytes))).toEqual(message)
  })

  test.each([
    '',
    '01 00 03 0000 ffff',
    '01 04 00 0000 0000 0000',
    '01 00 00 0000 0000 0000 00',
    '02',
    '03 02 0043 00000000 0000',
    '05',
    '06 00',
    '08',
    '04 c3',
  ])('refuses %s', (bytes) => {
    expect(() => decodeFromViewer(hex(bytes))).toThrow(ProtocolError)
  })

  test.each([
    '{}',
    '[]',
    'null',
    '{"type":1}',
    '{"type":"boom"}',
    '{"type":"quality","name":"toString"}',
    ...BAD_STARTS,
  ])('refuses the request %s', (json) => {
    const bytes = new Uint8Array([7, ...new TextEncoder().encode(json)])
    expect(() => decodeFromViewer(bytes)).toThrow(ProtocolError)
  })

  test('passes on nothing but the known fields of a request', () => {
    const bytes = new Uint8Array([7, ...new TextEncoder().encode('{"type":"quality","name":"saver","extra":1}')])
    expect(decodeFromViewer(bytes)).toEqual({ kind: 'request', request: { type: 'quality', name: 'saver' } })
  })

  test('keeps every request', () => {
    const types = ['takeControl', 'releaseControl', 'rotate', 'keyFrame', 'stillHere', 'copy'] as const
    const requests: StreamRequest[] = [
      ...types.map((type) => ({ type })),
      { type: 'quality', name: 'ultra' },
      { type: 'apps' },
      { type: 'pictures', isOn: false },
      { type: 'startApp', packageName: 'com.yunji.notes_2' },
    ]
    for (const request of requests) {
      expect(decodeFromViewer(encodeFromViewer({ kind: 'request', request }))).toEqual({ kind: 'request', request })
    }
  })

  test('never throws anything but a ProtocolError on noise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(errorOf(() => decodeFromViewer(bytes)) ?? new ProtocolError()).toBeInstanceOf(ProtocolError)
      }),
    )
  })

  test('holds values to their range and messages to their length', () => {
    const far = encodeFromViewer({ kind: 'touch', action: 'move', pointerId: 0, x: -5, y: 70_000, pressure: 3 })
    expect(decodeFromViewer(far)).toMatchObject({ x: 0, y: 65_535, pressure: 1 })
    const fast = encodeFromViewer({ kind: 'scroll', x: 0, y: 0, dx: 1e6, dy: -1e6 })
    expect(decodeFromViewer(fast)).toMatchObject({ dx: 32_767 / 256, dy: -32_767 / 256 })
    expect(() => decodeFromViewer(new Uint8Array(MAX_FROM_VIEWER_BYTES + 1).fill(4))).toThrow(/too long/)
  })
})

describe('qualities', () => {
  test('fall from the best to the cheapest', () => {
    const table = QUALITY_NAMES.map((name) => QUALITIES[name])
    for (const field of ['maxSize', 'bitrate', 'maxFps'] as const) {
      expect(table.map((quality) => quality[field])).toEqual(
        table.map((quality) => quality[field]).toSorted((a, b) => b - a),
      )
    }
    expect(QUALITIES[DEFAULT_QUALITY]).toMatchObject({ label: '高清', maxSize: 1280 })
  })
})
