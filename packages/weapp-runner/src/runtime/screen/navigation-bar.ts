import type { WindowConfig } from '../../package-format.ts'
import { addToLayer } from '../overlays/layer.ts'

export interface NavigationBarState {
  readonly title: string
  readonly window: WindowConfig
  readonly back: 'none' | 'back' | 'home'
}

/** Status bar, title, back button and WeChat's capsule. */
export class NavigationBar {
  private readonly element = addToLayer('weapp-navigation')
  private readonly leading = document.createElement('button')
  private readonly title = document.createElement('div')

  constructor(onBack: () => void, onHome: () => void) {
    addToLayer('weapp-status').textContent = '9:41'
    addToLayer('weapp-capsule').append(document.createElement('i'), document.createElement('b'))
    this.leading.addEventListener('click', () => (this.leading.dataset.kind === 'home' ? onHome() : onBack()))
    this.element.append(this.leading, this.title)
  }

  show({ title, window: config, back }: NavigationBarState): void {
    this.element.hidden = config.navigationStyle === 'custom'
    this.title.textContent = title
    this.element.style.background = config.navigationBarBackgroundColor ?? '#000000'
    document.body.dataset.barText = config.navigationBarTextStyle ?? 'white'
    this.leading.hidden = back === 'none'
    this.leading.dataset.kind = back
    this.leading.ariaLabel = back === 'home' ? '首页' : '返回'
    document.title = title
  }

  setLoading(isLoading: boolean): void {
    this.title.toggleAttribute('loading', isLoading)
  }
}
