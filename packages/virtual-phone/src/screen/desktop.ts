import { createApp } from './apps/create-app.ts'
import { Launcher } from './apps/launcher.ts'
import { BROWSER_PACKAGE, LAUNCHER_PACKAGE } from './built-in-apps.ts'
import { meets, type Span } from './draw/box.ts'
import type { Pen } from './draw/pen.ts'
import type { App, Layer } from './layer.ts'
import { Recents } from './system/recents.ts'
import { Shade } from './system/shade.ts'
import { drawNavigation, drawStatusBar } from './system/status-bar.ts'
import { VolumeOverlay } from './system/volume-overlay.ts'
import type { HostChange } from './types.ts'
import { NAVIGATION_DP, STATUS_BAR_DP, type Ui } from './ui.ts'

const INK_ON_LIGHT = '#10141C'
const INK_ON_DARK = '#FFFFFF'

/** Which app is in front, which are open behind it, and what the system lays over them. */
export class Desktop {
  readonly volume: VolumeOverlay
  readonly #ui: Ui
  readonly #launcher: Launcher
  readonly #shade: Shade
  readonly #recents: Recents
  /** The app used last at the end. */
  #open: App[] = []
  #front: App
  #isRecents = false
  #isVisible = false

  constructor(ui: Ui, wallpaper: string) {
    this.#ui = ui
    this.#launcher = new Launcher(ui, wallpaper)
    this.#shade = new Shade(ui)
    this.volume = new VolumeOverlay(ui)
    this.#recents = new Recents(ui, {
      list: () => this.#open.toReversed(),
      open: (app) => this.#bringToFront(app),
      stop: (app) => this.stop(app.packageName),
    })
    this.#front = this.#launcher
  }

  get foregroundPackage(): string {
    return this.#front.packageName
  }

  get runningPackages(): readonly string[] {
    return [LAUNCHER_PACKAGE, ...this.#open.map((app) => app.packageName)]
  }

  findRun(packageName: string): object | null {
    return this.#open.find((app) => app.packageName === packageName) ?? null
  }

  /** Whether something lies over the app in front, the bars at its edges aside. */
  get isCovered(): boolean {
    return this.#isRecents || this.#shade.isOpen || this.volume.isShown
  }

  /** The layer that receives touches. */
  frontLayer(): Layer {
    if (this.#shade.isOpen) return this.#shade
    return this.#isRecents ? this.#recents : this.#front
  }

  /** The app that receives keys and text. */
  get focused(): App {
    return this.#front
  }

  openApp(packageName: string): boolean {
    if (packageName === LAUNCHER_PACKAGE) {
      this.home()
      return true
    }
    const info = this.#ui.host.listApps().find((app) => app.packageName === packageName)
    if (!info) return false
    this.#bringToFront(this.#open.find((app) => app.packageName === packageName) ?? createApp(this.#ui, info))
    return true
  }

  openUrl(url: string): void {
    if (this.openApp(BROWSER_PACKAGE)) this.#front.openUrl?.(url)
  }

  stop(packageName: string): void {
    const app = this.#open.find((other) => other.packageName === packageName)
    if (!app) return
    this.#open = this.#open.filter((other) => other !== app)
    if (app === this.#front) this.#show(this.#launcher)
    app.close?.()
    this.#ui.damage()
  }

  home(): void {
    this.#shade.close()
    this.#isRecents = false
    this.#show(this.#launcher)
  }

  back(): void {
    if (this.#shade.isOpen) return this.#shade.close()
    if (this.#isRecents) {
      this.#isRecents = false
      return this.#ui.damage()
    }
    if (this.#front.back() || this.#front === this.#launcher) return
    this.#show(this.#launcher)
  }

  recents(): void {
    this.#shade.close()
    this.#isRecents = !this.#isRecents
    this.#recents.rewind()
    this.#ui.damage()
  }

  expandNotifications(): void {
    this.#shade.open()
  }

  collapsePanels(): void {
    this.#shade.close()
  }

  /** Only a visible app may move. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return
    this.#isVisible = isVisible
    if (isVisible) this.#front.show?.()
    else this.#front.hide?.()
  }

  resized(): void {
    for (const app of [this.#launcher, ...this.#open]) app.resized?.()
  }

  hostChanged(change: HostChange): void {
    if (change === 'volume') this.volume.show()
    if (change === 'apps') this.#closeAbsentApps()
    if (change === 'notifications') this.#ui.damage(this.#shade.isOpen ? undefined : { top: 0, bottom: STATUS_BAR_DP })
    for (const app of [this.#launcher, ...this.#open]) app.hostChanged?.(change, app === this.#front)
  }

  /** Rows that show the time. */
  clockSpan(): Span {
    const launcher = this.#front === this.#launcher && !this.#isRecents ? this.#launcher.clockBottom : 0
    return { top: 0, bottom: Math.max(STATUS_BAR_DP, launcher) }
  }

  draw(pen: Pen, rows: Span): void {
    const { height } = this.#ui.size()
    if (this.#isRecents) this.#recents.draw(pen, rows)
    else this.#front.draw(pen, rows)
    const isDark = this.#isRecents || this.#shade.isOpen || this.#front.isDark()
    const ink = isDark ? INK_ON_DARK : INK_ON_LIGHT
    this.#shade.draw(pen, rows)
    if (meets(rows, 0, STATUS_BAR_DP)) drawStatusBar(pen, this.#ui, ink)
    if (meets(rows, height - NAVIGATION_DP, NAVIGATION_DP)) drawNavigation(pen, this.#ui, ink)
    this.volume.draw(pen, rows)
  }

  close(): void {
    this.setVisible(false)
    for (const app of this.#open) app.close?.()
  }

  #bringToFront(app: App): void {
    this.#shade.close()
    this.#isRecents = false
    this.#open = [...this.#open.filter((other) => other !== app), app]
    this.#show(app)
  }

  #show(app: App): void {
    if (app !== this.#front) {
      if (this.#isVisible) this.#front.hide?.()
      this.#front = app
      if (this.#isVisible) app.show?.()
    }
    this.#ui.damage()
  }

  #closeAbsentApps(): void {
    const installed = new Set(this.#ui.host.listApps().map((app) => app.packageName))
    for (const app of this.#open) if (!installed.has(app.packageName)) this.stop(app.packageName)
  }
}
