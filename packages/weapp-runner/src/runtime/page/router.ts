import type { NavigationKind, PageState } from '../../control.ts'
import { listPages, type PackedApp } from '../../package-format.ts'
import type { Recorder } from '../recorder.ts'
import type { Screen } from '../screen/screen.ts'
import type { View } from '../view.ts'
import { WxError } from '../wx/callback.ts'
import { EventChannel } from './event-channel.ts'
import { Page } from './page.ts'
import { type PageUrl, parsePageUrl } from './url.ts'

/** WeChat keeps at most this many pages open. */
const PAGE_LIMIT = 10

export interface RouterParts {
  readonly packed: PackedApp
  /** Runs the scripts that a page needs. */
  readonly requirePage: (path: string) => void
  readonly view: View
  readonly screen: Screen
  readonly recorder: Recorder
}

/** The stack of open pages under WeChat's rules. */
export class Router {
  private stack: Page[] = []
  /** Tabs stay alive under the stack until the program is launched anew. */
  private readonly tabs = new Map<string, Page>()
  private readonly known: ReadonlySet<string>
  private readonly parts: RouterParts

  constructor(parts: RouterParts) {
    this.parts = parts
    this.known = new Set(listPages(parts.packed.app))
  }

  get top(): Page | undefined {
    return this.stack.at(-1)
  }

  get pages(): readonly Page[] {
    return this.stack
  }

  state(): readonly PageState[] {
    return this.stack.map(({ path, query, title, isReady }) => ({ path, query, title, isReady }))
  }

  isKnown(path: string): boolean {
    return this.known.has(path)
  }

  navigate(kind: Exclude<NavigationKind, 'navigateBack'>, url: string): EventChannel {
    const target = this.check(kind, url)
    this.parts.requirePage(target.path)
    if (!this.parts.view.hasPage(target.path)) {
      throw new Error(`page "${target.path}" has not been registered by its script`)
    }
    const channel = new EventChannel()
    if (kind === 'navigateTo') this.push(target, channel)
    else if (kind === 'redirectTo') this.replace(target, channel)
    else if (kind === 'switchTab') this.switchTab(target)
    else this.relaunch(target, channel)
    return channel
  }

  back(delta = 1): void {
    if (this.stack.length < 2) throw new WxError('cannot navigate back at first page.')
    const closed = this.stack.splice(Math.max(1, this.stack.length - delta))
    for (const page of closed.toReversed()) page.unload()
    this.top?.show()
    this.refresh()
  }

  /** Draws the bars anew after a page has changed its title or colours. */
  refresh(): void {
    const { top } = this
    if (top) this.parts.screen.show(top, [...this.stack, ...this.tabs.values()], this.leadingButton(top))
  }

  private check(kind: NavigationKind, url: string): PageUrl {
    const target = parsePageUrl(url, this.top?.path ?? '')
    const isTab = this.parts.screen.isTab(target.path)
    if (!this.isKnown(target.path)) throw new WxError(`page "${target.path}" is not found`)
    if (kind === 'switchTab' && !isTab) throw new WxError('can not switch to no-tabBar page')
    if ((kind === 'navigateTo' || kind === 'redirectTo') && isTab) throw new WxError(`can not ${kind} a tabbar page`)
    if (kind === 'navigateTo' && this.stack.length >= PAGE_LIMIT) throw new WxError('webview count limit exceed')
    return target
  }

  private push(target: PageUrl, channel: EventChannel): void {
    this.top?.hide()
    this.open(target, channel)
  }

  private replace(target: PageUrl, channel: EventChannel): void {
    const replaced = this.stack.pop()
    if (replaced) {
      this.tabs.delete(replaced.path)
      replaced.unload()
    }
    this.open(target, channel)
  }

  private switchTab({ path }: PageUrl): void {
    const { top } = this
    if (top?.path === path) return
    if (top && this.tabs.get(top.path) === top) top.hide()
    for (const page of this.stack.toReversed()) if (this.tabs.get(page.path) !== page) page.unload()
    this.stack = []
    const kept = this.tabs.get(path)
    if (!kept) {
      this.open({ path, query: {} }, new EventChannel())
      return
    }
    this.stack.push(kept)
    kept.show()
    this.refresh()
  }

  private relaunch(target: PageUrl, channel: EventChannel): void {
    const open = new Set([...this.stack.toReversed(), ...this.tabs.values()])
    this.stack = []
    this.tabs.clear()
    for (const page of open) page.unload()
    this.open(target, channel)
  }

  private open(target: PageUrl, channel: EventChannel): void {
    const { view, screen, recorder } = this.parts
    const page = new Page(
      target,
      view.createPage(target.path),
      screen.createFrame(target.path),
      screen.windowOf(target.path),
      channel,
      recorder,
    )
    this.stack.push(page)
    if (screen.isTab(target.path)) this.tabs.set(target.path, page)
    this.refresh()
    page.load()
    // A page may leave at once from `onLoad`; then it is never shown.
    if (this.top === page) page.show()
  }

  private leadingButton(page: Page): 'none' | 'back' | 'home' {
    if (this.stack.length > 1) return 'back'
    return page.path === this.parts.packed.app.entryPagePath || this.parts.screen.isTab(page.path) ? 'none' : 'home'
  }
}
