import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everySplit, hex } from '../testing/hex.ts'
import { type DeviceMessage, DeviceMessageReader, encodeDeviceMessage } from './device-message.ts'

const BYTES: readonly [DeviceMessage, string][] = [
  [{ type: 'clipboard', text: 'aé' }, '00 00000003 61c3a9'],
  [{ type: 'ackClipboard', sequence: 0x0102030405060708n }, '01 0102030405060708'],
  [{ type: 'uhidOutput', id: 3, data: hex('0a0b') }, '02 0003 0002 0a0b'],
]

describe('device messages', () => {
  test.each(BYTES)('%o', (message, bytes) => {
    expect(encodeDeviceMessage(message)).toEqual(hex(bytes))
    expect(new DeviceMessageReader().push(hex(bytes))).toEqual([message])
  })

  test('come out whole wherever the bytes are cut', () => {
    const all = hex(BYTES.map(([, bytes]) => bytes).join(''))
    for (const pieces of everySplit(all)) {
      const reader = new DeviceMessageReader()
      expect(pieces.flatMap((piece) => reader.push(piece))).toEqual(BYTES.map(([message]) => message))
    }
  })

  test('keep any clipboard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const message: DeviceMessage = { type: 'clipboard', text }
        expect(new DeviceMessageReader().push(encodeDeviceMessage(message))).toEqual([message])
      }),
    )
  })

  test('refuse an unknown type and an impossible length', () => {
    expect(() => new DeviceMessageReader().push(hex('07'))).toThrow(/unknown/)
    expect(() => new DeviceMessageReader().push(hex('00 00100000'))).toThrow(/too long/)
  })
})
