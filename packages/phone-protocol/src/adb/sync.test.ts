import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { encodeSyncFail, encodeSyncRequest, encodeSyncWord, type SyncRequest, SyncRequestReader } from './sync.ts'
import {
  encodeEntry,
  encodeEntryV1,
  encodeListEnd,
  encodeStat,
  encodeStatV1,
  type SyncResponse,
  SyncResponseReader,
  type SyncStat,
} from './sync-response.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const text = (words: string) => Buffer.from(words).toString('hex')

const STAT: SyncStat = {
  error: 0,
  device: 1n,
  inode: 2n,
  mode: 0o100644,
  links: 1,
  userId: 2000,
  groupId: 1015,
  sizeBytes: 0x1_0000_0005n,
  accessedAtSeconds: 3n,
  modifiedAtSeconds: 4n,
  changedAtSeconds: -1n,
}
const STAT_HEX = [
  '00000000',
  '0100000000000000',
  '0200000000000000',
  'a4810000',
  '01000000',
  'd0070000',
  'f7030000',
  '0500000001000000',
  '0300000000000000',
  '0400000000000000',
  'ffffffffffffffff',
].join('')

describe('requests', () => {
  const cases: [SyncRequest, string][] = [
    [{ id: 'STAT', path: '/a' }, `${text('STAT')}02000000${text('/a')}`],
    [{ id: 'LST2', path: '/文' }, `${text('LST2')}04000000${text('/文')}`],
    [{ id: 'SEND', path: '/a,b', mode: 33188 }, `${text('SEND')}0a000000${text('/a,b,33188')}`],
    [
      { id: 'SND2', path: '/a', mode: 0o644, flags: 0 },
      `${text('SND2')}02000000${text('/a')}${text('SND2')}a401000000000000`,
    ],
    [{ id: 'RCV2', path: '/a', flags: 0 }, `${text('RCV2')}02000000${text('/a')}${text('RCV2')}00000000`],
    [{ id: 'DATA', data: Uint8Array.of(1, 2) }, `${text('DATA')}020000000102`],
    [{ id: 'DONE', modifiedAtSeconds: 258 }, `${text('DONE')}02010000`],
    [{ id: 'QUIT' }, `${text('QUIT')}00000000`],
  ]

  test.each(cases)('%o has these bytes', (request, bytes) => {
    expect(hex(encodeSyncRequest(request))).toBe(bytes)
    expect(new SyncRequestReader().push(new Uint8Array(Buffer.from(bytes, 'hex')))).toEqual([request])
  })

  test('outside the limits are refused', () => {
    const refused = [
      encodeSyncWord('LIST', 1025),
      encodeSyncWord('DATA', 64 * 1024 + 1),
      encodeSyncWord('NOPE', 0),
      encodeSyncWord('SEND', 2, new TextEncoder().encode('/a')),
      encodeSyncWord('RCV2', 0, encodeSyncWord('SND2', 0)),
    ]
    for (const bytes of refused) expect(() => new SyncRequestReader().push(bytes)).toThrow(ProtocolError)
  })

  test('come out the same for every way of cutting the stream', () => {
    const path = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    const number = fc.nat(0xffffffff)
    const request: fc.Arbitrary<SyncRequest> = fc.oneof(
      fc.record({ id: fc.constantFrom('STAT', 'LIST', 'RECV', 'STA2', 'LST2', 'LIS2'), path }),
      fc.record({ id: fc.constant('SEND' as const), path, mode: fc.nat(0o177777) }),
      fc.record({ id: fc.constant('SND2' as const), path, mode: number, flags: number }),
      fc.record({ id: fc.constant('RCV2' as const), path, flags: number }),
      fc.record({ id: fc.constant('DATA' as const), data: fc.uint8Array({ maxLength: 50 }) }),
      fc.record({ id: fc.constant('DONE' as const), modifiedAtSeconds: number }),
      fc.record({ id: fc.constant('QUIT' as const) }),
    )
    fc.assert(
      fc.property(fc.array(request, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (requests, step) => {
        const stream = new Uint8Array(Buffer.concat(requests.map(encodeSyncRequest)))
        const reader = new SyncRequestReader()
        const read = []
        for (let at = 0; at < stream.length; at += step) read.push(...reader.push(stream.subarray(at, at + step)))
        expect(read).toEqual(requests)
      }),
    )
  })
})

describe('answers', () => {
  test('have these bytes', () => {
    const old = { mode: 0o40771, sizeBytes: 5, modifiedAtSeconds: 6 }
    expect(hex(encodeStatV1('STAT', old))).toBe(`${text('STAT')}f94100000500000006000000`)
    expect(hex(encodeEntryV1('ab', old))).toBe(`${text('DENT')}f9410000050000000600000002000000${text('ab')}`)
    expect(hex(encodeStat('LST2', STAT))).toBe(text('LST2') + STAT_HEX)
    expect(hex(encodeEntry('ab', STAT))).toBe(`${text('DNT2')}${STAT_HEX}02000000${text('ab')}`)
    expect(hex(encodeListEnd(1))).toBe(text('DONE') + '00'.repeat(16))
    expect(hex(encodeListEnd(2))).toBe(text('DONE') + '00'.repeat(72))
    expect(hex(encodeSyncFail('no'))).toBe(`${text('FAIL')}02000000${text('no')}`)
  })

  test('are read back, cut at every byte', () => {
    const old = { mode: 0o100600, sizeBytes: 1, modifiedAtSeconds: 2 }
    const stream = Buffer.concat([
      encodeStatV1('STAT', old),
      encodeStat('STA2', STAT),
      encodeEntryV1('旧', old),
      encodeEntry('新', STAT),
      encodeSyncWord('DATA', 1, Uint8Array.of(7)),
      encodeSyncFail('full'),
      encodeSyncWord('OKAY', 0),
      encodeListEnd(2),
    ])
    const expected: SyncResponse[] = [
      { id: 'STAT', ...old },
      { id: 'STA2', ...STAT },
      { id: 'DENT', name: '旧', ...old },
      { id: 'DNT2', name: '新', ...STAT },
      { id: 'DATA', data: Uint8Array.of(7) },
      { id: 'FAIL', message: 'full' },
      { id: 'OKAY' },
      { id: 'DONE' },
    ]
    for (const step of [1, 7, 4096]) {
      const reader = new SyncResponseReader({ listVersion: 2 })
      const read = []
      for (let at = 0; at < stream.length; at += step) {
        read.push(...reader.push(new Uint8Array(stream.subarray(at, at + step))))
      }
      expect(read).toEqual(expected)
    }
    expect(new SyncResponseReader().push(encodeSyncWord('DONE', 0))).toEqual([{ id: 'DONE' }])
    expect(() => new SyncResponseReader().push(encodeSyncWord('LOST', 0))).toThrow(ProtocolError)
  })
})
