import { describe, expect, test } from 'vitest'
import { BROWSER_PACKAGE, FILES_PACKAGE, NOTES_PACKAGE, SETTINGS_PACKAGE } from '../built-in-apps.ts'
import { KeyCode } from '../input/keys.ts'
import { openScreenHarness } from '../testing/screen-harness.ts'

const CTRL = 0x1000
const BACK = 4

describe('notes', () => {
  const editor = () => {
    const bench = openScreenHarness()
    bench.screen.openApp(NOTES_PACKAGE)
    bench.tap(660, 1180)
    bench.paint()
    return bench
  }

  test('keep 你好 and draw only the line it stands in', () => {
    const { screen, host, paint } = editor()
    screen.text('你')
    paint()
    screen.text('好')
    expect(paint()).toEqual([176, 240])
    expect(host.notes.map(({ text }) => text)).toEqual(['你好'])
  })

  test('take text without being asked to', () => {
    const { screen, host } = openScreenHarness()
    screen.openApp(NOTES_PACKAGE)
    screen.text('快速记录')
    expect(host.notes[0]?.text).toBe('快速记录')
  })

  test('understand keys, and remove a whole character', () => {
    const { press, screen, host } = editor()
    press(36, 1)
    press(37)
    press(KeyCode.enter)
    screen.text('👨‍👩‍👧好')
    press(KeyCode.backspace)
    press(KeyCode.backspace)
    press(KeyCode.moveHome)
    press(KeyCode.dpadLeft)
    press(KeyCode.forwardDelete)
    press(10)
    expect(host.notes[0]?.text).toBe('Hi3')
  })

  test('copy out and paste in', () => {
    const { press, screen, host } = editor()
    screen.text('一段话')
    press(KeyCode.c, CTRL)
    expect(host.clipboard).toBe('一段话')
    host.clipboard = '，再一段'
    press(KeyCode.paste)
    expect(host.notes[0]?.text).toBe('一段话，再一段')
  })

  test('put the cursor where a line is touched', () => {
    const { tap, screen, host } = editor()
    screen.text('春眠不觉晓')
    tap(50, 205)
    screen.text('《')
    expect(host.notes[0]?.text).toBe('《春眠不觉晓')
  })

  test('follow the cursor down a long text', () => {
    const { screen, paint, view } = editor()
    screen.text(Array.from({ length: 60 }, (_, line) => `第 ${line} 行`).join('\n'))
    paint()
    const last = Buffer.from(view.readRows([1120, 1216]))
    screen.text('末')
    expect(paint()).not.toBeNull()
    expect(last.equals(view.readRows([1120, 1216]))).toBe(false)
  })

  test('lose nothing but empty notes when left', () => {
    const { host, press, screen, tap } = editor()
    screen.text('  ')
    press(BACK)
    expect(host.notes).toEqual([])
    tap(660, 1180)
    screen.text('留下')
    press(BACK)
    expect(host.notes.map(({ text }) => text)).toEqual(['留下'])
    expect(screen.foregroundPackage).toBe(NOTES_PACKAGE)
  })
})

describe('the page viewer', () => {
  test('opens an address, goes back through pages, then leaves', () => {
    const { screen, press, tap } = openScreenHarness()
    screen.openUrl('https://a.example/x')
    tap(300, 100)
    screen.text('b.example/帮助')
    press(KeyCode.enter)
    press(BACK)
    press(BACK)
    expect(screen.foregroundPackage).toBe(BROWSER_PACKAGE)
    press(BACK)
    expect(screen.foregroundPackage).not.toBe(BROWSER_PACKAGE)
  })

  test('shows the address it is at', () => {
    const { screen, press, host, tap } = openScreenHarness()
    screen.openUrl('https://a.example/x')
    press(KeyCode.copy)
    expect(host.clipboard).toBe('https://a.example/x')
    tap(300, 100)
    screen.text('b.example\n')
    press(KeyCode.copy)
    expect(host.clipboard).toBe('https://b.example')
  })

  test('grows under two fingers', () => {
    const { screen, touch, paint, view } = openScreenHarness()
    screen.openUrl('https://a.example/')
    paint()
    const before = Buffer.from(view.readRows([208, 400]))
    touch('down', 300, 600, 0)
    touch('down', 300, 700, 1)
    touch('move', 300, 900, 1)
    touch('up', 300, 900, 1)
    touch('up', 300, 600, 0)
    paint()
    expect(before.equals(view.readRows([208, 400]))).toBe(false)
  })
})

describe('files', () => {
  test('open folders and come back', async () => {
    const { host, screen, paint, tap, press } = openScreenHarness()
    const entry = { sizeBytes: 5, modifiedAt: 0 }
    host.files.set('/sdcard', [{ name: 'Download', isFolder: true, ...entry }])
    host.files.set('/sdcard/Download', [{ name: '照片.jpg', isFolder: false, ...entry }])
    screen.openApp(FILES_PACKAGE)
    await settled()
    expect(paint()).toEqual([0, 1280])
    tap(300, 230)
    await settled()
    paint()
    host.files.set('/sdcard/Download', [])
    host.announce('files')
    await settled()
    expect(paint()).toEqual([160, 1280])
    press(BACK)
    await settled()
    expect(screen.foregroundPackage).toBe(FILES_PACKAGE)
    press(BACK)
    expect(screen.foregroundPackage).not.toBe(FILES_PACKAGE)
  })
})

describe('settings', () => {
  test('turn the phone and drag the volume', () => {
    const { host, screen, tap, touch, press } = openScreenHarness()
    screen.openApp(SETTINGS_PACKAGE)
    tap(300, 400)
    tap(300, 230)
    expect(host.rotation).toBe(1)
    screen.rotate()
    press(BACK)
    tap(300, 540)
    touch('down', 400, 300)
    touch('move', 700, 300)
    touch('up', 700, 300)
    expect(host.volume.level).toBe(host.volume.max)
  })
})

/** The host answers in a later turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
