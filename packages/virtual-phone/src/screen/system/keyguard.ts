import type { Pen } from '../draw/pen.ts'
import type { Layer, Target } from '../layer.ts'
import { clockText } from '../time.ts'
import type { Ui } from '../ui.ts'

/** The lock screen: takes every touch, and a PIN that is typed and confirmed. */
export class Keyguard implements Layer {
  readonly #ui: Ui
  #isShown = false
  #typed = ''

  constructor(ui: Ui) {
    this.#ui = ui
  }

  get isShown(): boolean {
    return this.#isShown
  }

  show(): void {
    this.#isShown = true
    this.#typed = ''
    this.#ui.damage()
  }

  /** False when a PIN is asked for. */
  dismiss(): boolean {
    if (this.#ui.host.getPin() !== '') return !this.#isShown
    this.#hide()
    return true
  }

  type(text: string): void {
    this.#typed += text
  }

  confirm(): void {
    if (this.#typed === this.#ui.host.getPin()) this.#hide()
    this.#typed = ''
  }

  targets(): readonly Target[] {
    const { width, height } = this.#ui.size()
    return [{ box: { x: 0, y: 0, width, height }, radius: 0, tap: () => {} }]
  }

  draw(pen: Pen): void {
    const { width, height } = this.#ui.size()
    pen.box({ x: 0, y: 0, width, height }, '#10141C')
    pen.text(clockText(this.#ui.host), width / 2, height / 3, { sizeDp: 56, colour: '#FFFFFF', align: 'center' })
    const hint = this.#ui.host.getPin() === '' ? '上滑解锁' : '输入密码解锁'
    pen.text(hint, width / 2, height - 72, { sizeDp: 14, colour: 'rgba(255,255,255,.7)', align: 'center' })
  }

  #hide(): void {
    if (!this.#isShown) return
    this.#isShown = false
    this.#ui.damage()
  }
}
