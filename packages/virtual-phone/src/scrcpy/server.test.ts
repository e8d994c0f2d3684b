import { MotionAction } from '@yunji/phone-protocol/scrcpy/control'
import { DeviceMessageReader } from '@yunji/phone-protocol/scrcpy/device-message'
import { CodecId } from '@yunji/phone-protocol/scrcpy/video'
import { describe, expect, test } from 'vitest'
import { NOTES_PACKAGE, SETTINGS_PACKAGE } from '../screen/built-in-apps.ts'
import { fakeEncoding } from './testing/fake-encoder.ts'
import { FakeSocket } from './testing/fake-socket.ts'
import { ScrcpyHarness, Session } from './testing/scrcpy-harness.ts'

const WORDS = ['3.3.3', 'tunnel_forward=true', 'audio=false', 'video_bit_rate=3000000', 'max_fps=50']
const FRAME_MS = 20
const BLANK = [360, 700] as const

/** Promises of the server settle in later turns. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function open(words = WORDS) {
  const phone = new ScrcpyHarness()
  const encoding = fakeEncoding()
  const run = phone.start(words, encoding.parts)
  await settle()
  const session = new Session(phone)
  await settle()
  /** Lets time pass in frames and answers how many came. */
  const frames = async (count: number) => {
    const before = session.frameCount
    for (let frame = 0; frame < count; frame++) {
      encoding.clock.pass(FRAME_MS)
      await settle()
    }
    return session.frameCount - before
  }
  return { phone, encoding, run, session, frames }
}

describe('a session', () => {
  test('opens with name, codec, configuration and a key frame', async () => {
    const { session, encoding } = await open()
    expect(session.read()).toEqual([
      { type: 'deviceName', name: 'Yunji One' },
      { type: 'codec', codecId: CodecId.h264, width: 720, height: 1280 },
      { type: 'config', data: Uint8Array.of(0, 0, 0, 1, 0x67) },
      { type: 'frame', isKey: true, ptsUs: expect.any(Number), data: Uint8Array.of(0x65) },
    ])
    expect(encoding.takeRows()).toEqual([[0, 1280]])
  })

  test('sends one frame to sharpen the picture, then nothing while the phone is idle', async () => {
    const { frames } = await open()
    expect(await frames(10)).toBe(1)
    expect(await frames(500)).toBe(0)
  })

  test('answers a touch with a frame of the touched rows', async () => {
    const { session, frames, encoding } = await open()
    await frames(10)
    encoding.takeRows()
    session.touch(MotionAction.down, ...BLANK)
    expect(await frames(1)).toBe(1)
    expect(encoding.takeRows()).toEqual([[656, 752]])
  })

  test('never sends more than max_fps, however much changes', async () => {
    const { session, frames, encoding } = await open()
    await frames(10)
    const before = session.frameCount
    for (let moment = 0; moment < 100; moment++) {
      session.touch(moment % 2 === 0 ? MotionAction.down : MotionAction.up, ...BLANK)
      encoding.clock.pass(2)
      await settle()
    }
    expect(session.frameCount - before).toBeLessThanOrEqual(11)
  })

  test('skips frames for a reader who does not read, and sends the newest when it does', async () => {
    const { session, frames, encoding } = await open()
    await frames(10)
    session.video.isPrompt = false
    session.touch(MotionAction.down, ...BLANK)
    await frames(1)
    session.touch(MotionAction.up, ...BLANK)
    await frames(20)
    encoding.takeRows()
    session.tell({ type: 'injectKeyCode', action: 0, keyCode: 24, repeat: 0, metaState: 0 })
    session.touch(MotionAction.down, ...BLANK)
    expect(await frames(50)).toBe(0)
    expect(encoding.takeRows()).toEqual([])
    session.video.isPrompt = true
    session.video.acknowledge()
    await settle()
    expect(await frames(1)).toBe(1)
    expect(encoding.takeRows().length).toBeGreaterThan(0)
  })

  test('sends configuration and a key frame when asked to', async () => {
    const { session, frames } = await open()
    await frames(10)
    session.read().length = 0
    session.tell({ type: 'resetVideo' })
    await frames(1)
    expect(session.read().map((item) => item.type)).toEqual(['config', 'frame'])
    expect(session.read().at(-1)).toMatchObject({ isKey: true })
  })

  test('starts a new encoder when the phone turns', async () => {
    const { session, frames, encoding, phone } = await open()
    await frames(10)
    session.read().length = 0
    session.tell({ type: 'rotateDevice' })
    await frames(2)
    expect(encoding.opened.at(-1)).toEqual({ width: 1280, height: 720 })
    expect(encoding.openCount()).toBe(1)
    expect(session.read().map((item) => item.type)).toEqual(['config', 'frame'])
    expect(phone.host.rotation).toBe(1)
  })

  test('draws a smaller picture small and understands touches on it', async () => {
    const { session, encoding, phone } = await open([...WORDS, 'max_size=640'])
    expect(encoding.opened).toEqual([{ width: 360, height: 640 }])
    const size = { width: 360, height: 640 }
    session.touch(MotionAction.down, 139, 575, size)
    session.touch(MotionAction.up, 139, 575, size)
    expect(phone.screen.foregroundPackage).toBe(NOTES_PACKAGE)
  })

  test('drops touches on a picture that is no longer shown', async () => {
    const { session, phone } = await open()
    session.touch(MotionAction.down, 278, 1150, { width: 1280, height: 720 })
    session.touch(MotionAction.up, 278, 1150, { width: 1280, height: 720 })
    expect(phone.screen.foregroundPackage).not.toBe(NOTES_PACKAGE)
  })
})

describe('control', () => {
  test('types, opens apps and goes back', async () => {
    const { session, phone } = await open()
    session.tell({ type: 'startApp', name: NOTES_PACKAGE })
    session.tell({ type: 'injectText', text: 'hello' })
    expect(phone.host.notes[0]?.text).toBe('hello')
    session.tell({ type: 'startApp', name: '?设' })
    expect(phone.screen.foregroundPackage).toBe(SETTINGS_PACKAGE)
    session.tell({ type: 'backOrScreenOn', action: 0 })
    expect(phone.screen.foregroundPackage).not.toBe(SETTINGS_PACKAGE)
    session.tell({ type: 'startApp', name: 'absent' })
    expect(phone.lines.at(-1)).toBe('[server] WARN: No app found for package "absent"')
  })

  test('types only what is on the virtual keyboard', async () => {
    const { session, phone } = await open()
    session.tell({ type: 'startApp', name: NOTES_PACKAGE })
    session.tell({ type: 'injectText', text: 'é 你!' })
    expect(phone.host.notes[0]?.text).toBe('é !')
    expect(phone.lines.at(-1)).toBe('[server] WARN: Could not inject char u+4f60')
  })

  test('sets the clipboard, pastes it and acknowledges', async () => {
    const { session, phone } = await open()
    session.tell({ type: 'startApp', name: NOTES_PACKAGE })
    session.tell({ type: 'setClipboard', sequence: 7n, isPaste: true, text: '粘贴' })
    expect(phone.host.clipboard).toBe('粘贴')
    expect(phone.host.notes[0]?.text).toBe('粘贴')
    expect(new DeviceMessageReader().push(session.control.take())).toEqual([{ type: 'ackClipboard', sequence: 7n }])
  })

  test('hears of the clipboard when the phone copies, and only then', async () => {
    const { session, phone } = await open()
    phone.host.setClipboard('手机里的')
    expect(new DeviceMessageReader().push(session.control.take())).toEqual([{ type: 'clipboard', text: '手机里的' }])
    session.tell({ type: 'getClipboard', copyKey: 0 })
    expect(session.control.take()).toHaveLength(0)
  })

  test('gets the clipboard on demand without synchronisation', async () => {
    const { session, phone } = await open([...WORDS, 'clipboard_autosync=false'])
    phone.host.setClipboard('x')
    expect(session.control.take()).toHaveLength(0)
    session.tell({ type: 'getClipboard', copyKey: 0 })
    expect(new DeviceMessageReader().push(session.control.take())).toEqual([{ type: 'clipboard', text: 'x' }])
  })

  test('sends at most 262,139 bytes of a clipboard, and whole characters', async () => {
    const { session, phone } = await open()
    const heard = () => {
      const [message] = new DeviceMessageReader().push(session.control.take())
      return message?.type === 'clipboard' ? message.text : null
    }
    phone.host.setClipboard('x'.repeat(262_142))
    expect(heard()).toBe('x'.repeat(262_139))
    phone.host.setClipboard(`${'x'.repeat(262_138)}手机`)
    expect(heard()).toBe('x'.repeat(262_138))
  })

  test('takes a longer clipboard than it sends', async () => {
    const { session, phone } = await open()
    const text = 'x'.repeat(400_000)
    session.tell({ type: 'setClipboard', sequence: 1n, isPaste: false, text })
    expect(phone.host.clipboard).toBe(text)
    expect(phone.lines.at(-1)).toBe('[server] INFO: Device clipboard set')
  })

  test('says nothing of an empty clipboard', async () => {
    const { session } = await open([...WORDS, 'clipboard_autosync=false'])
    session.tell({ type: 'getClipboard', copyKey: 0 })
    expect(session.control.take()).toHaveLength(0)
  })

  test('accepts what it has no use for', async () => {
    const { session, run } = await open()
    session.tell({
      type: 'uhidCreate',
      id: 1,
      vendorId: 0,
      productId: 0,
      name: 'k',
      reportDescriptor: Uint8Array.of(1),
    })
    session.tell({ type: 'uhidInput', id: 1, data: Uint8Array.of(1) })
    session.tell({ type: 'uhidDestroy', id: 1 })
    session.tell({ type: 'openHardKeyboardSettings' })
    session.tell({ type: 'setDisplayPower', isOn: false })
    run.stop()
    expect(await run.done).toBe(0)
  })

  test('ends the session on noise', async () => {
    const { session, run, phone } = await open()
    session.control.receive(Uint8Array.of(99))
    expect(await run.done).toBe(0)
    expect(phone.lines).toContain(
      '[server] ERROR: Control protocol error\ncom.genymobile.scrcpy.control.ControlProtocolException: unknown control message 99',
    )
    expect(session.video.isClosed).toBe(true)
  })
})

describe('fingers', () => {
  const NOTES_ICON = [278, 1150] as const
  const opened = async () => {
    const { session, phone } = await open()
    const touch = (pointerId: bigint, action: number, [x, y]: readonly [number, number]) =>
      session.tell({
        type: 'injectTouch',
        action,
        pointerId,
        position: { x, y, width: 720, height: 1280 },
        pressure: 1,
        actionButton: 0,
        buttons: 0,
      })
    const taps = (pointerId: bigint) => {
      phone.screen.home()
      touch(pointerId, MotionAction.down, NOTES_ICON)
      touch(pointerId, MotionAction.up, NOTES_ICON)
      return phone.screen.foregroundPackage === NOTES_PACKAGE
    }
    return { phone, touch, taps }
  }

  test('are forgotten when they are lifted, not when a touch is cancelled', async () => {
    const { touch, taps } = await opened()
    touch(7n, MotionAction.down, BLANK)
    touch(7n, MotionAction.cancel, BLANK)
    expect(taps(8n)).toBe(false)
    expect(taps(7n)).toBe(true)
    expect(taps(8n)).toBe(true)
  })

  test('stay on the glass when one of a pinch is cancelled', async () => {
    const { touch, taps } = await opened()
    touch(1n, MotionAction.down, [200, 700])
    touch(2n, MotionAction.down, [500, 700])
    touch(1n, MotionAction.cancel, [200, 700])
    touch(2n, MotionAction.up, [500, 700])
    expect(taps(3n)).toBe(false)
    touch(1n, MotionAction.up, [200, 700])
    expect(taps(3n)).toBe(true)
  })

  test('come back with a move behind the end of their touch', async () => {
    const { touch, taps } = await opened()
    expect(taps(1n)).toBe(true)
    touch(1n, MotionAction.move, BLANK)
    expect(taps(2n)).toBe(false)
  })

  test('are ten at most', async () => {
    const { touch, phone } = await opened()
    for (let pointer = 0n; pointer < 11n; pointer += 1n) touch(pointer, MotionAction.down, BLANK)
    expect(phone.lines.at(-1)).toBe('[server] WARN: Too many pointers for touch event')
  })
})

describe('the log', () => {
  test('says at DEBUG what the real server says', async () => {
    const { phone, session, run } = await open()
    session.tell({ type: 'resetVideo' })
    session.tell({ type: 'rotateDevice' })
    session.control.close()
    await run.done
    expect(phone.lines).toEqual([
      '[server] INFO: Device: [Yunji] yunji Yunji One (Android 10)',
      '[server] DEBUG: Display: using DisplayManager API',
      "[server] DEBUG: Using video encoder: 'c2.yunji.h264.encoder'",
      '[server] INFO: Video capture reset',
      '[server] INFO: Device rotation requested: landscape',
      '[server] DEBUG: Controller stopped',
      '[server] DEBUG: Device message sender stopped',
      '[server] DEBUG: Screen streaming stopped',
    ])
  })

  test('begins at the level that was asked for', async () => {
    const { phone, run, session } = await open([...WORDS, 'log_level=warn', 'unheard_of=1'])
    session.control.close()
    await run.done
    expect(phone.lines).toEqual(['[server] WARN: Unknown server option: unheard_of'])
  })
})

describe('the end', () => {
  test.each(['video', 'control'] as const)('comes with the end of the %s socket', async (role) => {
    const { session, run, encoding, phone } = await open()
    session.touch(MotionAction.down, ...BLANK)
    session[role].close()
    expect(await run.done).toBe(0)
    expect([session.video.isClosed, session.control.isClosed, encoding.openCount()]).toEqual([true, true, 0])
    encoding.clock.pass(10_000)
    phone.host.setClipboard('later')
    expect(phone.screen.isOn).toBe(true)
  })

  test('comes when the process is stopped, also before anybody has connected', async () => {
    const phone = new ScrcpyHarness()
    const run = phone.start(WORDS, fakeEncoding().parts)
    await settle()
    run.stop()
    expect(await run.done).toBe(0)
    expect(phone.listeners.size).toBe(0)
  })
})

describe('other ways to start', () => {
  test('a reverse tunnel', async () => {
    const phone = new ScrcpyHarness()
    const wires: FakeSocket[] = []
    phone.reverses.set('scrcpy_00000abc', () => {
      const wire = new FakeSocket()
      wires.push(wire)
      return wire
    })
    const run = phone.start(['3.3.3', 'scid=abc'], fakeEncoding().parts)
    await settle()
    const [video, audio, control] = wires
    expect(video?.take().subarray(0, 9)).toEqual(new TextEncoder().encode('Yunji One'))
    // The protocol's own way to say: no sound from this device, go on without.
    expect(audio?.take()).toEqual(new Uint8Array(4))
    control?.close()
    expect(await run.done).toBe(0)
  })

  test('no reverse tunnel', async () => {
    const phone = new ScrcpyHarness()
    expect(await phone.start(['3.3.3'], fakeEncoding().parts).done).toBe(1)
    expect(phone.lines.at(-1)).toMatch(/^\[server\] ERROR: no reverse tunnel for scrcpy\n/)
  })

  test('lists of what there is', async () => {
    const phone = new ScrcpyHarness()
    const words = ['3.3.3', 'list_encoders=true', 'list_displays=true', 'list_apps=true']
    expect(await phone.start(words, fakeEncoding().parts).done).toBe(0)
    const text = phone.lines.join('\n')
    expect(text).toContain('--video-codec=h264 --video-encoder=')
    expect(text).toContain('--display-id=0    (720x1280)')
    expect(text).toContain(NOTES_PACKAGE)
  })

  test.each([
    [['3.3.1'], 'The server version (3.3.3) does not match the client (3.3.1)'],
    [['3.3.3', 'max_size'], 'Invalid key=value pair: "max_size"'],
  ])('%j is refused', async (words, reason) => {
    const phone = new ScrcpyHarness()
    expect(await phone.start(words, fakeEncoding().parts).done).toBe(1)
    expect(phone.lines.at(-1)?.split('\n')[0]).toBe(`[server] ERROR: ${reason}`)
  })

  test('a machine without an encoder says so', async () => {
    const phone = new ScrcpyHarness()
    const loadEncoder = () => Promise.reject(new Error('no H.264 encoder'))
    expect(await phone.start(WORDS, { ...fakeEncoding().parts, loadEncoder }).done).toBe(0)
    expect(phone.lines.slice(-2)).toEqual([
      '[server] WARN: no H.264 encoder',
      '[server] ERROR: Could not create default video encoder for h264',
    ])
  })

  test('a codec that the machine lacks is refused', async () => {
    const phone = new ScrcpyHarness()
    expect(await phone.start([...WORDS, 'video_codec=av1'], fakeEncoding().parts).done).toBe(0)
    expect(phone.lines.at(-1)).toBe('[server] ERROR: Could not create default video encoder for av1')
  })
})
