import {
  HOME_INDICATOR_HEIGHT_PX,
  NAVIGATION_BAR_HEIGHT_PX,
  STATUS_BAR_HEIGHT_PX,
  TAB_BAR_HEIGHT_PX,
} from './metrics.ts'

export interface FrameBars {
  readonly hasNavigationBar: boolean
  readonly hasTabBar: boolean
}

/** The part of the screen that belongs to one page; the phone gives every page a web view of its own. */
export class Frame {
  readonly element: HTMLElement
  /** Scrolls the page. Fixed elements hang on the frame outside of it, so that they stay where they are. */
  readonly scroller: HTMLElement
  readonly heightPx: number
  readonly topPx: number

  constructor(path: string, bars: FrameBars) {
    this.topPx = bars.hasNavigationBar ? STATUS_BAR_HEIGHT_PX + NAVIGATION_BAR_HEIGHT_PX : 0
    const bottomPx = bars.hasTabBar ? TAB_BAR_HEIGHT_PX + HOME_INDICATOR_HEIGHT_PX : 0
    this.heightPx = window.innerHeight - this.topPx - bottomPx
    this.element = document.createElement('div')
    this.element.className = 'weapp-frame'
    this.element.dataset.path = path
    this.element.style.top = `${this.topPx}px`
    this.element.style.bottom = `${bottomPx}px`
    this.element.style.setProperty('--page-vh', `${this.heightPx / 100}px`)
    this.element.style.setProperty('--safe-area-inset-top', bars.hasNavigationBar ? '0px' : `${STATUS_BAR_HEIGHT_PX}px`)
    this.element.style.setProperty('--safe-area-inset-bottom', bars.hasTabBar ? '0px' : `${HOME_INDICATOR_HEIGHT_PX}px`)
    this.scroller = document.createElement('div')
    this.scroller.className = 'weapp-scroller'
    this.element.append(this.scroller)
    document.body.append(this.element)
  }

  setVisible(isVisible: boolean): void {
    this.element.toggleAttribute('current', isVisible)
  }

  remove(): void {
    this.element.remove()
  }
}
