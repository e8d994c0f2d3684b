import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { SETTINGS_PACKAGE } from './built-in-apps.ts'
import { Desktop } from './desktop.ts'
import type { Size, Span } from './draw/box.ts'
import { Pen } from './draw/pen.ts'
import { Gestures } from './input/gestures.ts'
import { KeyCode, readKey } from './input/keys.ts'
import { Keyguard } from './system/keyguard.ts'
import type {
  HostChange,
  KeyEvent,
  PhoneScreen,
  RawImage,
  Rows,
  ScreenHost,
  ScreenView,
  ScrollEvent,
  TouchEvent,
} from './types.ts'
import { type Animation, type ScreenClock, type Ui } from './ui.ts'
import { Views } from './views.ts'

export interface PhoneScreenOptions {
  host: ScreenHost
  /** Upright size in pixels. */
  width: number
  height: number
  wallpaper: string
  clock?: ScreenClock
  /** Idle time before the screen turns off; null for never. */
  sleepAfterMs?(): number | null
}

/** The upright screen is this wide in dp, whatever its pixels. */
const WIDTH_DP = 360
const MINUTE_MS = 60_000

const systemClock: ScreenClock = {
  nowMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

let scratch: Canvas | undefined

/** One for all phones of the process: memory of canvases comes back late, and covers are taken often. */
function scratchOf({ width, height }: Size): Canvas {
  if (scratch?.width !== width || scratch.height !== height) scratch = createCanvas(width, height)
  return scratch
}

export const createPhoneScreen = (options: PhoneScreenOptions): PhoneScreen => new DrawnScreen(options)

class DrawnScreen implements PhoneScreen {
  readonly #host: ScreenHost
  readonly #upright: Size
  readonly #scale: number
  readonly #ui: Ui
  readonly #views: Views
  readonly #desktop: Desktop
  readonly #gestures: Gestures
  readonly #animations = new Set<Animation>()
  readonly #stopListening: () => void
  #isOn = true
  #rotation: 0 | 1
  #stopMinute = () => {}
  #stopSleep = () => {}
  readonly #keyguard: Keyguard
  readonly #sleepAfterMs: () => number | null

  constructor({ host, width, height, wallpaper, clock = systemClock, sleepAfterMs = () => null }: PhoneScreenOptions) {
    this.#host = host
    this.#sleepAfterMs = sleepAfterMs
    this.#upright = { width, height }
    this.#scale = width / WIDTH_DP
    this.#rotation = host.getRotation()
    this.#views = new Views({
      size: () => this.size,
      scale: this.#scale,
      advance: () => this.#advance(),
      draw: (context, rows, size, scale) => this.#draw(context, rows, size, scale),
      onWatched: (isWatched) => this.#watched(isWatched),
    })
    this.#ui = this.#createUi(clock)
    this.#desktop = new Desktop(this.#ui, wallpaper)
    this.#keyguard = new Keyguard(this.#ui)
    if (host.hasKeyguard()) this.#keyguard.show()
    this.#gestures = new Gestures(this.#ui, {
      front: () => (this.#keyguard.isShown ? this.#keyguard : this.#desktop.frontLayer()),
      goHome: () => (this.#keyguard.isShown ? this.dismissKeyguard() : this.home()),
      goBack: () => this.back(),
      showRecents: () => this.recents(),
      pullShade: () => this.expandNotifications(),
    })
    this.#stopListening = host.onChange((change) => this.#hostChanged(change))
    this.stir()
  }

  get size(): Size {
    const { width, height } = this.#upright
    return this.#rotation === 0 ? { width, height } : { width: height, height: width }
  }

  get isOn(): boolean {
    return this.#isOn
  }

  get isLocked(): boolean {
    return this.#keyguard.isShown
  }

  get pin(): string {
    return this.#host.getPin()
  }

  set pin(pin: string) {
    this.#host.setPin(pin)
  }

  stir(): void {
    this.#stopSleep()
    const delayMs = this.#isOn ? this.#sleepAfterMs() : null
    this.#stopSleep = delayMs === null ? () => {} : this.#ui.clock.after(delayMs, () => this.setPower(false))
  }

  lock(): void {
    this.#gestures.cancel()
    this.#keyguard.show()
  }

  dismissKeyguard(): void {
    this.#keyguard.dismiss()
  }

  get foregroundPackage(): string {
    return this.#desktop.foregroundPackage
  }

  get runningPackages(): readonly string[] {
    return this.#desktop.runningPackages
  }

  findRun(packageName: string): object | null {
    return this.#desktop.findRun(packageName)
  }

  touch(event: TouchEvent): void {
    this.stir()
    if (this.#isOn) this.#gestures.touch({ ...event, x: event.x / this.#scale, y: event.y / this.#scale })
  }

  scroll({ x, y, dx, dy }: ScrollEvent): void {
    this.stir()
    if (!this.#isOn || this.isLocked) return
    const scroller = this.#desktop.frontLayer().scrollerAt?.(x / this.#scale, y / this.#scale)
    scroller?.wheel(scroller.axis === 'y' ? dy : dx || dy)
  }

  key(event: KeyEvent): void {
    this.stir()
    if (event.action === 'down') this.#press(event)
  }

  text(text: string): void {
    this.stir()
    if (this.isLocked) this.#keyguard.type(text)
    else if (this.#isOn) this.#desktop.focused.text?.(text)
  }

  paste(): void {
    this.text(this.#host.getClipboard())
  }

  openApp(packageName: string): boolean {
    this.#gestures.cancel()
    return this.#desktop.openApp(packageName)
  }

  openUrl(url: string): void {
    this.#gestures.cancel()
    this.#desktop.openUrl(url)
  }

  stopApp(packageName: string): void {
    this.#gestures.cancel()
    this.#desktop.stop(packageName)
  }

  home(): void {
    this.#gestures.cancel()
    this.#desktop.home()
  }

  back(): void {
    this.#gestures.cancel()
    this.#desktop.back()
  }

  recents(): void {
    this.#gestures.cancel()
    this.#desktop.recents()
  }

  expandNotifications(): void {
    this.#gestures.cancel()
    this.#desktop.expandNotifications()
  }

  collapsePanels(): void {
    this.#gestures.cancel()
    this.#desktop.collapsePanels()
  }

  rotate(): void {
    this.#host.setRotation(this.#rotation === 0 ? 1 : 0)
  }

  setPower(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#gestures.cancel()
    this.#isOn = isOn
    if (!isOn && this.#host.hasKeyguard()) this.#keyguard.show()
    this.stir()
    this.#desktop.setVisible(isOn && this.#views.isWatched)
    this.#ui.damage()
  }

  screenshot(): RawImage {
    const { width, height } = this.size
    this.#advance()
    const canvas = scratchOf(this.size)
    this.#draw(canvas.getContext('2d'), [0, height], this.size, this.#scale)
    return { width, height, data: canvas.data() }
  }

  openView(onDamage: () => void, maxSize = 0): ScreenView {
    return this.#views.open(onDamage, maxSize)
  }

  close(): void {
    this.#stopListening()
    this.#stopSleep()
    this.#views.close()
    this.#desktop.close()
  }

  #createUi(clock: ScreenClock): Ui {
    const scale = this.#scale
    return {
      host: this.#host,
      clock,
      scale,
      size: () => ({ width: this.size.width / scale, height: this.size.height / scale }),
      damage: (span) => this.#views.add(span),
      move: (scroller, span, by) => {
        if (this.#canMove(scroller, span)) this.#views.move(span, by)
        else this.#views.add(span)
      },
      animate: (animation) => {
        this.#animations.add(animation)
        this.#views.wake()
      },
      openApp: (packageName) => this.openApp(packageName),
      openUrl: (url) => this.openUrl(url),
    }
  }

  /** False when something covers the rows, or the scroller is behind another page. */
  #canMove(scroller: unknown, { top }: Span): boolean {
    if (this.isLocked || this.#desktop.isCovered || this.#gestures.isShown) return false
    return this.#desktop.frontLayer().scrollerAt?.(0, top) === scroller
  }

  #press(event: KeyEvent): void {
    const { keyCode } = event
    if (keyCode === KeyCode.wakeUp) return this.setPower(true)
    if (keyCode === KeyCode.sleep) return this.setPower(false)
    if (keyCode === KeyCode.power) return this.setPower(!this.#isOn)
    if (!this.#isOn || (this.isLocked && this.#pressOnKeyguard(event)) || this.#pressSystemKey(keyCode)) return
    const key = readKey(event)
    const app = this.#desktop.focused
    if (keyCode === KeyCode.paste || (key.isCtrl && keyCode === KeyCode.v)) return this.paste()
    const isCopy = keyCode === KeyCode.copy || keyCode === KeyCode.cut
    if (isCopy || (key.isCtrl && (keyCode === KeyCode.c || keyCode === KeyCode.x))) {
      const copied = app.copy?.() ?? null
      if (copied !== null) this.#host.setClipboard(copied)
      return
    }
    app.key?.(key)
  }

  /** Everything but the volume belongs to the keyguard while it is there. */
  #pressOnKeyguard(event: KeyEvent): boolean {
    const { keyCode } = event
    if ([KeyCode.volumeUp, KeyCode.volumeDown, KeyCode.mute].some((code) => code === keyCode)) return false
    if (keyCode === KeyCode.enter) this.#keyguard.confirm()
    else if (keyCode === KeyCode.menu) this.dismissKeyguard()
    else this.#keyguard.type(readKey(event).character ?? '')
    return true
  }

  /** True when the key belongs to the system and not to an app. */
  #pressSystemKey(keyCode: number): boolean {
    const { volume } = this.#desktop
    const actions: Readonly<Record<number, () => void>> = {
      [KeyCode.home]: () => this.home(),
      [KeyCode.back]: () => this.back(),
      [KeyCode.recents]: () => this.recents(),
      [KeyCode.notification]: () => this.expandNotifications(),
      [KeyCode.settings]: () => this.openApp(SETTINGS_PACKAGE),
      [KeyCode.volumeUp]: () => volume.change(1),
      [KeyCode.volumeDown]: () => volume.change(-1),
      [KeyCode.mute]: () => volume.mute(),
    }
    const action = actions[keyCode]
    action?.()
    return action !== undefined
  }

  #hostChanged(change: HostChange): void {
    if (change === 'rotation' && this.#host.getRotation() !== this.#rotation) {
      this.#gestures.cancel()
      this.#rotation = this.#host.getRotation()
      this.#desktop.resized()
      this.#views.resize()
    }
    this.#desktop.hostChanged(change)
  }

  #advance(): boolean {
    const nowMs = this.#ui.clock.nowMs()
    for (const animation of this.#animations) if (!animation(nowMs)) this.#animations.delete(animation)
    return this.#isOn && this.#animations.size > 0
  }

  #draw(context: SKRSContext2D, [from, to]: Rows, { width }: Size, scale: number): void {
    context.save()
    context.beginPath()
    context.rect(0, from, width, to - from)
    context.clip()
    context.scale(scale, scale)
    const pen = new Pen(context, scale)
    const rows = { top: from / scale, bottom: to / scale }
    if (this.#isOn) {
      if (this.isLocked) this.#keyguard.draw(pen)
      else this.#desktop.draw(pen, rows)
      this.#gestures.draw(pen)
    } else pen.box({ x: 0, y: rows.top, width, height: rows.bottom - rows.top }, '#000000')
    context.restore()
  }

  #watched(isWatched: boolean): void {
    this.#stopMinute()
    if (isWatched) this.#waitForMinute()
    this.#desktop.setVisible(isWatched && this.#isOn)
  }

  /** The only thing on an idle phone that changes by itself is its clock. */
  #waitForMinute(): void {
    const delayMs = MINUTE_MS - (this.#host.now().getTime() % MINUTE_MS)
    this.#stopMinute = this.#ui.clock.after(delayMs, () => {
      if (this.#isOn) this.#ui.damage(this.#desktop.clockSpan())
      this.#waitForMinute()
    })
  }
}
