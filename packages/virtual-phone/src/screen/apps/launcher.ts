import type { Canvas } from '@napi-rs/canvas'
import { BROWSER_PACKAGE, FILES_PACKAGE, LAUNCHER_PACKAGE, NOTES_PACKAGE, SETTINGS_PACKAGE } from '../built-in-apps.ts'
import { drawAppIcon } from '../draw/app-icon.ts'
import { type Box, meets, type Span } from '../draw/box.ts'
import { localise } from '../draw/fonts.ts'
import type { Pen } from '../draw/pen.ts'
import { Scroller } from '../input/scroller.ts'
import type { App, Target } from '../layer.ts'
import { clockText, dateText } from '../time.ts'
import type { AppInfo, HostChange } from '../types.ts'
import { NAVIGATION_DP, type Ui } from '../ui.ts'
import type { Scene } from '../wallpapers/scene.ts'
import { drawWallpaper, paintWallpaper, sceneOf } from '../wallpapers/wallpaper.ts'
import { labelOf } from './labels.ts'

const ICON_DP = 54
const CELL_HEIGHT_DP = 92
const DOCK_HEIGHT_DP = 82
const DOCK_MARGIN_DP = 14
const DOCK = [BROWSER_PACKAGE, NOTES_PACKAGE, FILES_PACKAGE, SETTINGS_PACKAGE]

interface Cell {
  app: AppInfo
  x: number
  y: number
  hasLabel: boolean
}

/** The home screen: the time, pages of apps, and a dock. */
export class Launcher implements App {
  readonly packageName = LAUNCHER_PACKAGE
  readonly label = localise('桌面', 'Home')
  readonly #ui: Ui
  readonly #scene: Scene
  readonly #pages: Scroller
  #wallpaper: Canvas | null = null
  #isShown = false

  constructor(ui: Ui, wallpaper: string) {
    this.#ui = ui
    this.#scene = sceneOf(wallpaper, ui.host.getProperty('ro.serialno'))
    this.#pages = new Scroller({
      ui,
      axis: 'x',
      viewport: () => this.#grid(),
      contentLength: () => this.#pageCount() * ui.size().width,
      pageLength: () => ui.size().width,
      onMove: () => ui.damage({ top: this.#grid().y, bottom: this.#dock().y }),
    })
  }

  get clockBottom(): number {
    return this.#isWide() ? 140 : 176
  }

  isDark(): boolean {
    return true
  }

  back(): boolean {
    return false
  }

  resized(): void {
    this.#wallpaper = null
    this.#pages.jump(0)
  }

  hostChanged(change: HostChange, isFront: boolean): void {
    if (change === 'apps' && isFront) this.#ui.damage()
  }

  show(): void {
    this.#isShown = true
  }

  /** Gives the wallpaper's memory back. */
  hide(): void {
    this.#isShown = false
    this.#wallpaper = null
  }

  scrollerAt(_x: number, y: number): Scroller | null {
    return y < this.#dock().y ? this.#pages : null
  }

  targets(): readonly Target[] {
    return [...this.#cells(), ...this.#dockCells()].map(({ app, x, y }) => ({
      box: { x, y, width: ICON_DP, height: ICON_DP },
      radius: ICON_DP * 0.29,
      isOnDark: true,
      tap: () => this.#ui.openApp(app.packageName),
    }))
  }

  draw(pen: Pen, rows: Span): void {
    this.#drawWallpaper(pen, rows)
    if (meets(rows, 0, this.clockBottom)) this.#drawClock(pen)
    for (const cell of this.#cells()) this.#drawCell(pen, cell, rows)
    this.#drawDots(pen, rows)
    const dock = this.#dock()
    if (meets(rows, dock.y, dock.height)) pen.box(dock, 'rgba(255,255,255,.24)', 26)
    for (const cell of this.#dockCells()) this.#drawCell(pen, cell, rows)
  }

  #drawWallpaper(pen: Pen, rows: Span): void {
    const size = this.#ui.size()
    if (!this.#isShown) return drawWallpaper(pen, this.#scene, size)
    const { scale } = pen
    if (this.#wallpaper?.width !== Math.round(size.width * scale)) {
      this.#wallpaper = paintWallpaper(this.#scene, size, scale)
    }
    const top = Math.max(0, rows.top)
    const strip = Math.min(size.height, rows.bottom) - top
    if (strip <= 0) return
    const source = [0, top * scale, this.#wallpaper.width, strip * scale] as const
    pen.context.drawImage(this.#wallpaper, ...source, 0, top, size.width, strip)
  }

  #drawClock(pen: Pen): void {
    const { width } = this.#ui.size()
    const x = this.#isWide() ? width * 0.2 : width / 2
    const y = this.#isWide() ? 92 : 104
    pen.text(clockText(this.#ui.host), x, y, { sizeDp: 66, colour: '#FFFFFF', align: 'center' })
    pen.text(dateText(this.#ui.host), x, y + 48, { sizeDp: 15, colour: 'rgba(255,255,255,.88)', align: 'center' })
  }

  #drawCell(pen: Pen, { app, x, y, hasLabel }: Cell, rows: Span): void {
    if (!meets(rows, y, CELL_HEIGHT_DP)) return
    drawAppIcon(pen, { packageName: app.packageName, label: app.label }, x, y, ICON_DP)
    if (!hasLabel) return
    const style = { sizeDp: 12, align: 'center', maxWidth: 78 } as const
    const middle = x + ICON_DP / 2
    pen.text(labelOf(app), middle, y + ICON_DP + 14.5, { ...style, colour: 'rgba(16,20,28,.28)' })
    pen.text(labelOf(app), middle, y + ICON_DP + 14, { ...style, colour: '#FFFFFF' })
  }

  #drawDots(pen: Pen, rows: Span): void {
    const count = this.#pageCount()
    const y = this.#dock().y - 12
    if (count < 2 || !meets(rows, y - 3, 6)) return
    const { width } = this.#ui.size()
    const current = Math.round(this.#pages.offset / width)
    for (let page = 0; page < count; page++) {
      const x = width / 2 + (page - (count - 1) / 2) * 12
      pen.circle(x, y, 2.6, page === current ? '#FFFFFF' : 'rgba(255,255,255,.45)')
    }
  }

  #cells(): Cell[] {
    const apps = this.#gridApps()
    const { width } = this.#ui.size()
    const grid = this.#grid()
    const { columns, rows } = this.#shape()
    const perPage = columns * rows
    const step = (grid.width - 2 * DOCK_MARGIN_DP) / columns
    return apps.flatMap((app, index) => {
      const place = index % perPage
      const page = Math.floor(index / perPage)
      const onPage = Math.min(perPage, apps.length - page * perPage)
      const top = grid.y + (rows - Math.ceil(onPage / columns)) * CELL_HEIGHT_DP
      const left = grid.x + DOCK_MARGIN_DP + (place % columns) * step + (step - ICON_DP) / 2
      const x = left + page * width - this.#pages.offset
      if (x + ICON_DP < 0 || x > width) return []
      return [{ app, x, y: top + Math.floor(place / columns) * CELL_HEIGHT_DP, hasLabel: true }]
    })
  }

  #dockCells(): Cell[] {
    const dock = this.#dock()
    const apps = this.#ui.host.listApps()
    const docked = DOCK.flatMap((name) => apps.find((app) => app.packageName === name) ?? [])
    const step = dock.width / docked.length
    return docked.map((app, index) => ({
      app,
      x: dock.x + index * step + (step - ICON_DP) / 2,
      y: dock.y + (dock.height - ICON_DP) / 2,
      hasLabel: false,
    }))
  }

  #gridApps(): AppInfo[] {
    return this.#ui.host.listApps().filter((app) => !DOCK.includes(app.packageName))
  }

  #pageCount(): number {
    const { columns, rows } = this.#shape()
    return Math.max(1, Math.ceil(this.#gridApps().length / (columns * rows)))
  }

  #shape(): { columns: number; rows: number } {
    return { columns: 4, rows: Math.max(1, Math.floor(this.#grid().height / CELL_HEIGHT_DP)) }
  }

  /** Beside the clock on a phone on its side, below it on an upright one. */
  #grid(): Box {
    const { width } = this.#ui.size()
    const bottom = this.#dock().y - 22
    const y = this.#isWide() ? 40 : this.clockBottom + 8
    return this.#isWide()
      ? { x: width * 0.4, y, width: width * 0.6, height: bottom - y }
      : { x: 0, y, width, height: bottom - y }
  }

  #dock(): Box {
    const { width, height } = this.#ui.size()
    const left = this.#isWide() ? width * 0.2 : DOCK_MARGIN_DP
    const y = height - NAVIGATION_DP - DOCK_HEIGHT_DP - 4
    return { x: left, y, width: width - 2 * left, height: DOCK_HEIGHT_DP }
  }

  #isWide(): boolean {
    const { width, height } = this.#ui.size()
    return width > height
  }
}
