import type { TabBar as TabBarConfig, TabItem, Theme } from '../../package-format.ts'
import { addToLayer } from '../overlays/layer.ts'
import { themed } from './theme.ts'

interface TabBadge {
  readonly badge?: string
  readonly hasDot?: boolean
}

/** The native tab bar, with what the program changes of it at run time. */
export class TabBar {
  private readonly element = addToLayer('weapp-tabs')
  private readonly marks = new Map<number, TabBadge>()
  private readonly items: TabItem[]
  private isHidden = false
  private currentPath = ''
  private config: TabBarConfig
  private readonly theme: Theme | undefined
  private readonly resourceUrl: (source: string) => string
  private readonly onTab: (path: string) => void

  constructor(
    config: TabBarConfig,
    theme: Theme | undefined,
    resourceUrl: (source: string) => string,
    onTab: (path: string) => void,
  ) {
    this.config = config
    this.theme = theme
    this.items = [...config.list]
    this.resourceUrl = resourceUrl
    this.onTab = onTab
    this.element.setAttribute('role', 'tablist')
  }

  show(path: string): void {
    this.currentPath = path
    this.draw()
  }

  setHidden(isHidden: boolean): void {
    this.isHidden = isHidden
    this.draw()
  }

  mark(index: number, mark: TabBadge): void {
    this.marks.set(index, mark)
    this.draw()
  }

  change(index: number, change: Partial<TabItem>): void {
    const item = this.items[index]
    if (item) this.items[index] = { ...item, ...change }
    this.draw()
  }

  restyle(style: Partial<TabBarConfig>): void {
    this.config = { ...this.config, ...style }
    this.draw()
  }

  private draw(): void {
    this.element.hidden = this.isHidden || this.config.custom === true || !this.isTab(this.currentPath)
    const config = themed(this.config, this.theme)
    this.element.style.background = config.backgroundColor ?? '#ffffff'
    this.element.dataset.border = config.borderStyle ?? 'black'
    this.element.replaceChildren(
      ...this.items.map((item, index) => this.drawItem(themed(item, this.theme), config, this.marks.get(index))),
    )
  }

  private isTab(path: string): boolean {
    return this.items.some((item) => item.pagePath === path)
  }

  private drawItem(item: TabItem, config: TabBarConfig, mark: TabBadge = {}): HTMLElement {
    const isCurrent = item.pagePath === this.currentPath
    const tab = document.createElement('button')
    tab.setAttribute('role', 'tab')
    tab.ariaSelected = String(isCurrent)
    tab.style.color = (isCurrent ? config.selectedColor : config.color) ?? '#000000'
    const icon = isCurrent ? item.selectedIconPath : item.iconPath
    if (icon) {
      const picture = document.createElement('img')
      picture.src = this.resourceUrl(`/${icon}`)
      tab.append(picture)
    }
    const text = document.createElement('span')
    text.textContent = item.text
    tab.append(text)
    if (mark.badge !== undefined || mark.hasDot) {
      const badge = document.createElement('em')
      badge.textContent = mark.badge ?? ''
      tab.append(badge)
    }
    tab.addEventListener('click', () => this.onTab(item.pagePath))
    return tab
  }
}
