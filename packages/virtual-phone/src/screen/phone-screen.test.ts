import { describe, expect, test } from 'vitest'
import { LAUNCHER_PACKAGE, NOTES_PACKAGE, SETTINGS_PACKAGE } from './built-in-apps.ts'
import { createPhoneScreen } from './phone-screen.ts'
import { FakeHost } from './testing/fake-host.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { openScreenHarness } from './testing/screen-harness.ts'
import type { PhoneScreen } from './types.ts'

const STATUS_BAR_ROWS = 64
const HEADER_ROWS = 160
/** The second place of the dock: notes. */
const NOTES_ICON = [278, 1150] as const
const VOLUME_UP = 24
const POWER = 26

describe('an idle phone', () => {
  test('is drawn once and never again', () => {
    const { paint, frames, damageCount } = openScreenHarness()
    const before = damageCount()
    expect(paint()).toBeNull()
    expect(frames(600)).toBe(0)
    expect(damageCount()).toBe(before)
  })

  test('draws its clock once a minute and nothing else', () => {
    const { clock, paint, screen, damageCount } = openScreenHarness()
    clock.pass(39_000)
    expect(damageCount()).toBe(0)
    clock.pass(1000)
    expect(paint()).toEqual([0, 352])
    screen.openApp(SETTINGS_PACKAGE)
    paint()
    clock.pass(60_000)
    expect(paint()).toEqual([0, STATUS_BAR_ROWS])
    expect(paint()).toBeNull()
  })

  test('draws nothing at all while nobody looks', () => {
    const { clock, screen, view, damageCount } = openScreenHarness()
    view.close()
    clock.pass(600_000)
    screen.openApp(SETTINGS_PACKAGE)
    expect(damageCount()).toBe(0)
  })

  test('draws black while it is switched off, and hears no touch', () => {
    const { screen, press, paint, tap, host } = openScreenHarness()
    press(POWER)
    expect(paint()).toEqual([0, 1280])
    expect(screen.isOn).toBe(false)
    expect(isBlack(screen.screenshot().data)).toBe(true)
    tap(...NOTES_ICON)
    host.announce('notifications')
    expect(screen.foregroundPackage).toBe(LAUNCHER_PACKAGE)
    press(POWER)
    expect(isBlack(screen.screenshot().data)).toBe(false)
  })
})

describe('a touch', () => {
  test('shows at once, in the rows of what it touches', () => {
    const { touch, paint } = openScreenHarness()
    touch('down', ...NOTES_ICON)
    expect(paint()).toEqual([1088, 1216])
    touch('cancel', ...NOTES_ICON)
    expect(paint()).toEqual([1088, 1216])
    expect(paint()).toBeNull()
  })

  test('shows where there is nothing to touch, too', () => {
    const { touch, paint, view } = openScreenHarness()
    const rows = [592, 704] as const
    const before = Buffer.from(view.readRows(rows))
    touch('down', 360, 650)
    expect(paint()).toEqual([592, 704])
    expect(before.equals(view.readRows(rows))).toBe(false)
    touch('up', 360, 650)
    paint()
    expect(before.equals(view.readRows(rows))).toBe(true)
  })

  test('leaves nothing of itself behind, however it moves', () => {
    const { touch, clock, view } = openScreenHarness()
    /** Around the first two places of the finger. */
    const rows = [640, 760] as const
    const before = view.readRows(rows)
    touch('down', 300, 700)
    view.paint()
    for (const y of [712, 780, 860]) {
      clock.pass(16)
      touch('move', 300, y)
      view.paint()
    }
    touch('up', 300, 860)
    view.paint()
    expect(Buffer.compare(view.readRows(rows), before)).toBe(0)
  })

  test('opens an app where it began and ended', () => {
    const { tap, touch, screen } = openScreenHarness()
    touch('down', ...NOTES_ICON)
    touch('move', 500, 700)
    touch('up', 500, 700)
    expect(screen.foregroundPackage).toBe(LAUNCHER_PACKAGE)
    tap(...NOTES_ICON)
    expect(screen.foregroundPackage).toBe(NOTES_PACKAGE)
    expect(screen.runningPackages).toEqual([LAUNCHER_PACKAGE, NOTES_PACKAGE])
  })

  test('of ten fingers is heard, of an eleventh is not', () => {
    const { touch, paint } = openScreenHarness()
    for (let finger = 0; finger < 10; finger++) touch('down', 360, 420, finger)
    paint()
    touch('down', 360, 1000, 10)
    expect(paint()).toBeNull()
  })
})

describe('scrolling', () => {
  const scrolled = () => {
    const host = new FakeHost()
    for (let app = 0; app < 40; app++)
      host.apps.push({ packageName: `app.n${app}`, label: `应用 ${app}`, isSystem: false })
    const bench = openScreenHarness(host)
    bench.screen.openApp(SETTINGS_PACKAGE)
    bench.tap(300, 850)
    bench.paint()
    return bench
  }

  test('draws again only what lies below the header', () => {
    const { touch, paint } = scrolled()
    touch('down', 300, 1000)
    paint()
    touch('move', 300, 960)
    paint()
    touch('move', 300, 900)
    expect(paint()).toEqual([HEADER_ROWS, 1280])
    touch('move', 300, 900)
    expect(paint()).toBeNull()
  })

  test('runs on after a fling, slows down and stops', () => {
    const { drag, frames } = scrolled()
    drag([300, 1100], [300, 700], 6)
    expect(frames(20)).toBe(20)
    expect(frames(400)).toBeLessThan(200)
    expect(frames(60)).toBe(0)
  })

  test('stops under a finger, without pressing what lies there', () => {
    const { drag, frames, tap, screen } = scrolled()
    drag([300, 1100], [300, 700], 6)
    frames(5)
    tap(300, 700)
    expect(frames(60)).toBeLessThanOrEqual(2)
    expect(screen.foregroundPackage).toBe(SETTINGS_PACKAGE)
  })

  test('follows a wheel', () => {
    const { screen, frames } = scrolled()
    screen.scroll({ x: 300, y: 800, dx: 0, dy: -3 })
    expect(frames(60)).toBeGreaterThan(10)
    expect(frames(60)).toBe(0)
    screen.scroll({ x: 300, y: 800, dx: 0, dy: 30 })
    frames(100)
    screen.scroll({ x: 300, y: 800, dx: 0, dy: 1 })
    expect(frames(20)).toBe(0)
  })
})

describe('the system', () => {
  test('goes home from the lower edge, back from a side, and shows open apps after a long way up', () => {
    const { screen, drag, clock, touch, tap } = openScreenHarness()
    screen.openApp(SETTINGS_PACKAGE)
    drag([360, 1275], [360, 900])
    expect(screen.foregroundPackage).toBe(LAUNCHER_PACKAGE)
    screen.openApp(NOTES_PACKAGE)
    drag([4, 600], [300, 600])
    expect(screen.foregroundPackage).toBe(LAUNCHER_PACKAGE)
    touch('down', 360, 1275)
    touch('move', 360, 1000)
    clock.pass(600)
    touch('move', 360, 800)
    touch('up', 360, 800)
    tap(360, 500)
    expect(screen.foregroundPackage).toBe(NOTES_PACKAGE)
  })

  test('pulls down notices and opens the app of one', () => {
    const { host, screen, drag, tap } = openScreenHarness()
    host.notifications = [{ key: 'k', packageName: NOTES_PACKAGE, title: '提醒', text: '续费', postedAt: 0 }]
    drag([360, 10], [360, 300])
    tap(360, 400)
    expect(screen.foregroundPackage).toBe(NOTES_PACKAGE)
    expect(host.notifications).toEqual([])
  })

  test('shows the volume for a moment', () => {
    const { host, press, paint, clock } = openScreenHarness()
    press(VOLUME_UP)
    expect(host.volume.level).toBe(8)
    const shown = paint()
    expect(shown).toEqual([288, 672])
    clock.pass(1500)
    expect(paint()).toEqual(shown)
    expect(paint()).toBeNull()
  })

  test('turns the picture and draws all of it', () => {
    const { screen, view, paint, touch } = openScreenHarness()
    touch('down', ...NOTES_ICON)
    screen.rotate()
    expect(view.size).toEqual({ width: 1280, height: 720 })
    expect(paint()).toEqual([0, 720])
    expect(screen.screenshot()).toMatchObject({ width: 1280, height: 720 })
    screen.rotate()
    expect(paint()).toEqual([0, 1280])
  })

  test('forgets an app that is stopped or uninstalled', () => {
    const { host, screen } = openScreenHarness()
    host.apps.push({ packageName: 'app.new', label: '新', isSystem: false })
    expect(screen.openApp('app.new')).toBe(true)
    expect(screen.openApp('app.absent')).toBe(false)
    host.apps.pop()
    host.announce('apps')
    expect(screen.runningPackages).toEqual([LAUNCHER_PACKAGE])
    screen.openApp(NOTES_PACKAGE)
    screen.stopApp(NOTES_PACKAGE)
    expect(screen.foregroundPackage).toBe(LAUNCHER_PACKAGE)
  })
})

describe('an onlooker', () => {
  test('of a smaller picture gets it drawn small, in steps of eight', () => {
    const screen = createPhoneScreen({ host: new FakeHost(), width: 720, height: 1280, wallpaper: 'night' })
    const view = screen.openView(() => {}, 640)
    expect(view.size).toEqual({ width: 360, height: 640 })
    expect(view.paint()?.drawn).toEqual([[0, 640]])
    expect(view.readRows([0, 16])).toHaveLength(360 * 16 * 4)
    expect(screen.openView(() => {}, 500).size).toEqual({ width: 280, height: 496 })
    screen.close()
  })

  test('has damage of its own', () => {
    const { screen, view, paint, touch } = openScreenHarness()
    const other = screen.openView(() => {})
    expect(other.paint()?.drawn).toEqual([[0, 1280]])
    expect(paint()).toBeNull()
    touch('down', ...NOTES_ICON)
    expect(view.paint()?.drawn).toEqual([[1088, 1216]])
    expect(other.paint()?.drawn).toEqual([[1088, 1216]])
  })
})

function isBlack(pixels: Uint8Array): boolean {
  return pixels.every((value, at) => value === (at % 4 === 3 ? 255 : 0))
}

describe('sleep and lock', () => {
  const asleepAfter = (sleepAfterMs: number, host = new FakeHost()) => {
    const clock = new ManualClock()
    const screen = createPhoneScreen({
      host,
      width: 720,
      height: 1280,
      wallpaper: 'dawn',
      clock,
      sleepAfterMs: () => sleepAfterMs,
    })
    return { clock, screen, host }
  }
  const tapNotes = (screen: PhoneScreen) => {
    for (const action of ['down', 'up'] as const) screen.touch({ action, pointerId: 0, x: 278, y: 1150 })
  }

  test('the screen turns off when nobody touches it', () => {
    const { clock, screen } = asleepAfter(30_000)
    clock.pass(29_000)
    screen.touch({ action: 'down', pointerId: 0, x: 300, y: 700 })
    clock.pass(29_000)
    expect(screen.isOn).toBe(true)
    clock.pass(1000)
    expect([screen.isOn, screen.isLocked]).toEqual([false, false])
  })

  test('a lock takes touches and text until it is swiped away', () => {
    const host = new FakeHost()
    host.isKeyguardOn = true
    const { clock, screen } = asleepAfter(30_000, host)
    expect(screen.isLocked).toBe(true)
    screen.dismissKeyguard()
    clock.pass(30_000)
    screen.setPower(true)
    expect(screen.isLocked).toBe(true)
    tapNotes(screen)
    expect(screen.foregroundPackage).toBe(LAUNCHER_PACKAGE)
    screen.dismissKeyguard()
    tapNotes(screen)
    expect([screen.isLocked, screen.foregroundPackage]).toEqual([false, NOTES_PACKAGE])
  })

  test('a PIN has to be typed', () => {
    const host = new FakeHost()
    host.isKeyguardOn = true
    host.pin = '1234'
    const { screen } = asleepAfter(30_000, host)
    const enter = () => screen.key({ action: 'down', keyCode: 66, metaState: 0, repeat: 0 })
    screen.dismissKeyguard()
    screen.text('1111')
    enter()
    expect(screen.isLocked).toBe(true)
    screen.text('1234')
    enter()
    expect(screen.isLocked).toBe(false)
  })
})
