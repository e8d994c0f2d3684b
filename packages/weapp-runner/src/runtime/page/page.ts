import type { WindowConfig } from '../../package-format.ts'
import type { Recorder } from '../recorder.ts'
import type { Frame } from '../screen/frame.ts'
import type { PageRoot } from '../view.ts'
import type { EventChannel } from './event-channel.ts'

type Lifecycle =
  | 'onLoad'
  | 'onShow'
  | 'onReady'
  | 'onHide'
  | 'onUnload'
  | 'onPageScroll'
  | 'onReachBottom'
  | 'onPullDownRefresh'
  | 'onTabItemTap'
  | 'onShareAppMessage'

/** The page object of the program: its definition with WeChat's fields. */
export type PageObject = Record<string, unknown>

const REACH_BOTTOM_PX = 50

let pageCount = 0

/** A page that is open, from `onLoad` to `onUnload`. */
export class Page {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly object: PageObject
  readonly frame: Frame
  readonly root: PageRoot
  window: WindowConfig
  title: string
  /** Set once `onReady` has been called. */
  isReady = false
  private wasShown = false
  private isClosed = false
  private readonly recorder: Recorder

  constructor(
    target: { readonly path: string; readonly query: Readonly<Record<string, string>> },
    root: PageRoot,
    frame: Frame,
    window: WindowConfig,
    channel: EventChannel,
    recorder: Recorder,
  ) {
    this.path = target.path
    this.query = target.query
    this.root = root
    this.frame = frame
    this.window = window
    this.title = window.navigationBarTitleText ?? ''
    this.recorder = recorder
    this.object = root.get() as unknown as PageObject
    this.identify(channel)
  }

  load(): void {
    const placeholder = this.frame.scroller.appendChild(document.createElement('span'))
    const { scroller } = this.frame
    type BackendNode = Parameters<PageRoot['attach']>[0]
    this.root.attach(scroller as unknown as BackendNode, placeholder as unknown as BackendNode)
    scroller.addEventListener('scroll', () => this.announceScroll())
    this.call('onLoad', { ...this.query })
  }

  show(): void {
    this.call('onShow')
    this.root.getComponent().triggerPageLifetime('show', [])
    if (this.wasShown) return
    this.wasShown = true
    setTimeout(() => this.becomeReady())
  }

  hide(): void {
    this.call('onHide')
    this.root.getComponent().triggerPageLifetime('hide', [])
  }

  unload(): void {
    this.isClosed = true
    this.call('onUnload')
    this.root.release()
    this.frame.remove()
  }

  call(lifecycle: Lifecycle, ...args: readonly unknown[]): unknown {
    const handler = this.object[lifecycle]
    if (typeof handler !== 'function') return undefined
    try {
      return handler.apply(this.object, args)
    } catch (error) {
      this.recorder.error(`${this.path} ${lifecycle}`, error)
      return undefined
    }
  }

  private identify(channel: EventChannel): void {
    pageCount += 1
    const id = pageCount
    Object.assign(this.object, {
      route: this.path,
      __route__: this.path,
      __wxWebviewId__: id,
      options: { ...this.query },
      getPageId: () => `pageId:${id}`,
      getOpenerEventChannel: () => channel,
    })
  }

  /** A page that was closed meanwhile never becomes ready. */
  private becomeReady(): void {
    if (this.isClosed) return
    this.call('onReady')
    this.isReady = true
  }

  private announceScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.frame.scroller
    this.call('onPageScroll', { scrollTop })
    const distancePx = this.window.onReachBottomDistance ?? REACH_BOTTOM_PX
    if (scrollHeight - clientHeight - scrollTop <= distancePx) this.call('onReachBottom')
  }
}
