import { ScrcpyControlMessageSerializer, ScrcpyOptions3_3_3 } from '@yume-chan/scrcpy'
import { encodeControl } from '@yunji/phone-protocol/scrcpy/control'
import { ControlReader } from '@yunji/phone-protocol/scrcpy/control-reader'
import { parseServerArguments } from '@yunji/phone-protocol/scrcpy/options'
import { describe, expect, test } from 'vitest'

const position = { x: 260, y: 1026, width: 1080, height: 1920 }

describe('the serialisers of @yume-chan/scrcpy', () => {
  const theirs = new ScrcpyControlMessageSerializer(new ScrcpyOptions3_3_3({ clipboardAutosync: true }))
  const touch = { pointerId: 7n, pointerX: 260, pointerY: 1026, videoWidth: 1080, videoHeight: 1920 }

  test.each([
    [
      'key',
      theirs.injectKeyCode({ action: 0, keyCode: 67, repeat: 2, metaState: 1 }),
      { type: 'injectKeyCode', action: 0, keyCode: 67, repeat: 2, metaState: 1 },
    ],
    ['text', theirs.injectText('云机 a'), { type: 'injectText', text: '云机 a' }],
    [
      'touch',
      theirs.injectTouch({ ...touch, action: 0, pressure: 0.75, actionButton: 0, buttons: 0 }),
      { type: 'injectTouch', action: 0, pointerId: 7n, position, pressure: 0.75, actionButton: 0, buttons: 0 },
    ],
    [
      'scroll',
      theirs.injectScroll({
        pointerX: 260,
        pointerY: 1026,
        videoWidth: 1080,
        videoHeight: 1920,
        scrollX: -3,
        scrollY: 2,
        buttons: 0,
      }),
      { type: 'injectScroll', position, horizontal: -3, vertical: 2, buttons: 0 },
    ],
    ['back', theirs.backOrScreenOn(1), { type: 'backOrScreenOn', action: 1 }],
    ['panel', theirs.expandNotificationPanel(), { type: 'expandNotificationPanel' }],
    ['power', theirs.setDisplayPower(2), { type: 'setDisplayPower', isOn: true }],
    ['rotation', theirs.rotateDevice(), { type: 'rotateDevice' }],
    ['app', theirs.startApp('com.a', { forceStop: true }), { type: 'startApp', name: '+com.a' }],
    ['video', theirs.resetVideo(), { type: 'resetVideo' }],
  ] as const)('write a %s that the reader understands', (_, bytes, message) => {
    expect(new ControlReader().push(bytes as Uint8Array)).toEqual([message])
  })

  test('write the same clipboard, byte by byte', () => {
    const bytes = theirs.setClipboard({ sequence: 0n, paste: true, content: '剪贴板' })
    expect(encodeControl({ type: 'setClipboard', sequence: 0n, isPaste: true, text: '剪贴板' })).toEqual(bytes)
  })

  test('understand the words of @yume-chan/scrcpy', () => {
    const tango = new ScrcpyOptions3_3_3({
      maxSize: 960,
      maxFps: 45,
      videoBitRate: 1_500_000,
      audio: false,
      tunnelForward: true,
    })
    const { options } = parseServerArguments(['3.3.3', ...tango.serialize()])
    expect(options).toMatchObject({
      max_size: 960,
      max_fps: 45,
      video_bit_rate: 1_500_000,
      audio: false,
      tunnel_forward: true,
    })
  })
})
