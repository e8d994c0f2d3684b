import { addToLayer } from './layer.ts'

const DEFAULT_DURATION_MS = 1500

export interface ToastOptions {
  readonly title: string
  readonly icon?: string
  readonly image?: string
  readonly mask?: boolean
  readonly duration?: number
}

/** The phone shows one toast or loading box at a time; a new one takes the place of the old. */
export class Toast {
  private element: HTMLElement | undefined
  private timer: number | undefined
  private kind: 'toast' | 'loading' | undefined

  showToast(options: ToastOptions): void {
    this.show('toast', options.title, options.icon ?? 'success', options.mask)
    this.timer = window.setTimeout(() => this.hide(), options.duration ?? DEFAULT_DURATION_MS)
  }

  showLoading(options: ToastOptions): void {
    this.show('loading', options.title, 'loading', options.mask)
  }

  hideToast(): void {
    if (this.kind === 'toast') this.hide()
  }

  hideLoading(): void {
    if (this.kind === 'loading') this.hide()
  }

  private show(kind: 'toast' | 'loading', title: string, icon: string, mask = false): void {
    this.hide()
    this.kind = kind
    this.element = addToLayer('weapp-toast')
    this.element.dataset.icon = icon
    this.element.toggleAttribute('mask', mask)
    const box = document.createElement('div')
    box.textContent = title
    this.element.append(box)
  }

  private hide(): void {
    clearTimeout(this.timer)
    this.element?.remove()
    this.element = undefined
    this.kind = undefined
  }
}
