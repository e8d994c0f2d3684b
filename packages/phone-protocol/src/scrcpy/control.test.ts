import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { everySplit, hex } from '../testing/hex.ts'
import { type ControlMessage, encodeControl, MAX_CONTROL_BYTES } from './control.ts'
import { ControlReader } from './control-reader.ts'

const position = { x: 260, y: 1026, width: 1080, height: 1920 }

/** Every message byte by byte, as scrcpy's own tests write them. */
const BYTES: readonly [ControlMessage, string][] = [
  [{ type: 'injectKeyCode', action: 1, keyCode: 66, repeat: 5, metaState: 0x41 }, '00 01 00000042 00000005 00000041'],
  [{ type: 'injectText', text: '你好' }, '01 00000006 e4bda0e5a5bd'],
  [
    {
      type: 'injectTouch',
      action: 0,
      pointerId: 0x1234567887654321n,
      position: { x: 100, y: 200, width: 1080, height: 1920 },
      pressure: 1,
      actionButton: 1,
      buttons: 1,
    },
    '02 00 1234567887654321 00000064 000000c8 0438 0780 ffff 00000001 00000001',
  ],
  [
    { type: 'injectTouch', action: 2, pointerId: -2n, position, pressure: 0.5, actionButton: 0, buttons: 0 },
    '02 02 fffffffffffffffe 00000104 00000402 0438 0780 8000 00000000 00000000',
  ],
  [
    { type: 'injectScroll', position, horizontal: 16, vertical: -16, buttons: 1 },
    '03 00000104 00000402 0438 0780 7fff 8000 00000001',
  ],
  [
    { type: 'injectScroll', position, horizontal: 0, vertical: 1, buttons: 0 },
    '03 00000104 00000402 0438 0780 0000 0800 00000000',
  ],
  [{ type: 'backOrScreenOn', action: 1 }, '04 01'],
  [{ type: 'expandNotificationPanel' }, '05'],
  [{ type: 'expandSettingsPanel' }, '06'],
  [{ type: 'collapsePanels' }, '07'],
  [{ type: 'getClipboard', copyKey: 1 }, '08 01'],
  [
    { type: 'setClipboard', sequence: 0x0102030405060708n, isPaste: true, text: 'hello' },
    '09 0102030405060708 01 00000005 68656c6c6f',
  ],
  [{ type: 'setDisplayPower', isOn: true }, '0a 01'],
  [{ type: 'rotateDevice' }, '0b'],
  [
    {
      type: 'uhidCreate',
      id: 42,
      vendorId: 0x1234,
      productId: 0x5678,
      name: 'ABC',
      reportDescriptor: hex('0102030405'),
    },
    '0c 002a 1234 5678 03 414243 0005 0102030405',
  ],
  [{ type: 'uhidInput', id: 42, data: hex('0102030405') }, '0d 002a 0005 0102030405'],
  [{ type: 'uhidDestroy', id: 42 }, '0e 002a'],
  [{ type: 'openHardKeyboardSettings' }, '0f'],
  [{ type: 'startApp', name: 'firefox' }, '10 07 66697265666f78'],
  [{ type: 'resetVideo' }, '11'],
]

describe('control messages', () => {
  test.each(BYTES)('%o', (message, bytes) => {
    expect(encodeControl(message)).toEqual(hex(bytes))
    expect(new ControlReader().push(hex(bytes))).toEqual([message])
  })

  test('come out whole wherever the bytes are cut', () => {
    const all = hex(BYTES.map(([, bytes]) => bytes).join(''))
    for (const pieces of everySplit(all)) {
      const reader = new ControlReader()
      expect(pieces.flatMap((piece) => reader.push(piece))).toEqual(BYTES.map(([message]) => message))
    }
  })

  test('keep any text and any clipboard', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.boolean(),
        (text, sequence, isPaste) => {
          const messages: ControlMessage[] = [
            { type: 'injectText', text },
            { type: 'setClipboard', sequence, isPaste, text },
          ]
          const reader = new ControlReader()
          expect(messages.flatMap((message) => reader.push(encodeControl(message)))).toEqual(messages)
        },
      ),
    )
  })

  test('refuse an unknown type and an impossible length', () => {
    expect(() => new ControlReader().push(hex('12'))).toThrow(ProtocolError)
    expect(() => new ControlReader().push(hex('01 ffffffff'))).toThrow(/too long/)
    expect(() => new ControlReader().push(hex(`01 ${MAX_CONTROL_BYTES.toString(16).padStart(8, '0')}`))).toThrow(
      /too long/,
    )
    expect(() => encodeControl({ type: 'startApp', name: 'x'.repeat(256) })).toThrow(ProtocolError)
  })
})
