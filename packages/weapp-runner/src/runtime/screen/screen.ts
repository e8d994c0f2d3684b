import { type PackedApp, tabPaths, type WindowConfig } from '../../package-format.ts'
import { Frame } from './frame.ts'
import { NavigationBar } from './navigation-bar.ts'
import { TabBar } from './tab-bar.ts'
import { onThemeChange, themed } from './theme.ts'

export interface ScreenActions {
  back(): void
  home(): void
  switchTab(path: string): void
}

export interface ShownPage {
  readonly path: string
  readonly title: string
  readonly window: WindowConfig
  readonly frame: Frame
}

/** Puts pages between the phone's own bars. */
export class Screen {
  readonly navigationBar: NavigationBar
  readonly tabBar: TabBar | undefined
  private readonly sheet = document.head.appendChild(document.createElement('style'))
  private readonly packed: PackedApp
  private readonly tabs: ReadonlySet<string>
  private shown: (() => void) | undefined

  constructor(packed: PackedApp, resourceUrl: (source: string) => string, actions: ScreenActions) {
    this.packed = packed
    this.tabs = new Set(tabPaths(packed.app))
    this.navigationBar = new NavigationBar(actions.back, actions.home)
    const { tabBar, theme } = packed.app
    this.tabBar = tabBar && new TabBar(tabBar, theme, resourceUrl, actions.switchTab)
    onThemeChange(() => this.shown?.())
  }

  isTab(path: string): boolean {
    return this.tabs.has(path)
  }

  windowOf(path: string): WindowConfig {
    return { ...this.packed.app.window, ...this.packed.configs[path] }
  }

  createFrame(path: string): Frame {
    const hasTabBar = this.isTab(path) && this.packed.app.tabBar?.custom !== true
    return new Frame(path, { hasNavigationBar: this.windowOf(path).navigationStyle !== 'custom', hasTabBar })
  }

  show(page: ShownPage, hidden: Iterable<ShownPage>, back: 'none' | 'back' | 'home'): void {
    for (const other of hidden) other.frame.setVisible(other === page)
    page.frame.setVisible(true)
    const { styles } = this.packed
    this.sheet.textContent = `${styles.app ?? ''}\n${styles[page.path] ?? ''}`
    this.shown = () => {
      this.navigationBar.show({ title: page.title, window: themed(page.window, this.packed.app.theme), back })
      this.tabBar?.show(page.path)
    }
    this.shown()
  }
}
