import { drawAppIcon } from '../draw/app-icon.ts'
import type { Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import type { Pen } from '../draw/pen.ts'
import type { App, Target } from '../layer.ts'
import type { AppInfo } from '../types.ts'
import type { Ui } from '../ui.ts'
import { fillPage } from './kit.ts'

/** An app that was installed: its code does not run here, so it shows who it is and counts taps. */
export class InstalledApp implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  #taps = 0

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
  }

  isDark(): boolean {
    return false
  }

  back(): boolean {
    return false
  }

  targets(): readonly Target[] {
    const { width, height } = this.#ui.size()
    const box = { x: width / 2 - 70, y: height * 0.62, width: 140, height: 46 }
    return [{ box, radius: 23, isOnDark: true, tap: () => this.#tap() }]
  }

  draw(pen: Pen, rows: Span): void {
    const { width, height } = this.#ui.size()
    fillPage(pen, this.#ui, rows, Colour.surface)
    const middle = height * 0.34
    drawAppIcon(pen, this, width / 2 - 44, middle - 44, 88)
    const name = { sizeDp: 22, weight: 600, colour: Colour.ink, align: 'center', maxWidth: width - 60 } as const
    pen.text(this.label, width / 2, middle + 76, name)
    const small = { sizeDp: 13, colour: Colour.inkSoft, align: 'center', maxWidth: width - 40 } as const
    pen.text(this.packageName, width / 2, middle + 104, small)
    const [button] = this.targets()
    if (!button) return
    pen.box(button.box, Colour.brand, 23)
    const count = this.#taps === 0 ? localise('开始', 'Start') : localise(`点击 ${this.#taps} 次`, `${this.#taps} taps`)
    const style = { sizeDp: 16, weight: 600, colour: '#FFFFFF', align: 'center' } as const
    pen.text(count, width / 2, button.box.y + 23, style)
  }

  #tap(): void {
    this.#taps++
    const [button] = this.targets()
    if (button) this.#ui.damage({ top: button.box.y, bottom: button.box.y + button.box.height })
  }
}
