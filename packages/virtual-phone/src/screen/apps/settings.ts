import type { Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import type { Pen } from '../draw/pen.ts'
import type { Scroller } from '../input/scroller.ts'
import type { App, Target } from '../layer.ts'
import type { AppInfo, HostChange } from '../types.ts'
import { STATUS_BAR_DP, type Ui } from '../ui.ts'
import { sizeText } from './kit.ts'
import { labelOf } from './labels.ts'
import { ListPage, type Row } from './list-page.ts'

type PageName = 'main' | 'display' | 'sound' | 'storage' | 'apps' | 'about'

const TITLES: Readonly<Record<PageName, () => string>> = {
  main: () => localise('设置', 'Settings'),
  display: () => localise('显示', 'Display'),
  sound: () => localise('声音', 'Sound'),
  storage: () => localise('存储', 'Storage'),
  apps: () => localise('应用', 'Apps'),
  about: () => localise('关于手机', 'About phone'),
}

export class Settings implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  readonly #pages: Readonly<Record<PageName, ListPage>>
  #page: PageName = 'main'

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
    const page = (name: PageName, rows: () => readonly Row[]) =>
      new ListPage(
        ui,
        () => ({ title: TITLES[name](), ...(name === 'main' ? {} : { goBack: () => this.#go('main') }) }),
        rows,
      )
    this.#pages = {
      main: page('main', () => this.#mainRows()),
      display: page('display', () => this.#displayRows()),
      sound: page('sound', () => this.#soundRows()),
      storage: page('storage', () => this.#storageRows()),
      apps: page('apps', () => this.#appRows()),
      about: page('about', () => this.#aboutRows()),
    }
  }

  isDark(): boolean {
    return false
  }

  back(): boolean {
    if (this.#page === 'main') return false
    this.#go('main')
    return true
  }

  hostChanged(change: HostChange, isFront: boolean): void {
    if (isFront && change !== 'clipboard') this.#ui.damage({ top: STATUS_BAR_DP, bottom: this.#ui.size().height })
  }

  resized(): void {
    for (const page of Object.values(this.#pages)) page.scroller.jump(0)
  }

  scrollerAt(): Scroller {
    return this.#pages[this.#page].scroller
  }

  targets(): readonly Target[] {
    return this.#pages[this.#page].targets()
  }

  draw(pen: Pen, rows: Span): void {
    this.#pages[this.#page].draw(pen, rows)
  }

  #go(page: PageName): void {
    if (page !== 'main') this.#pages[page].scroller.jump(0)
    this.#page = page
    this.#ui.damage()
  }

  #mainRows(): Row[] {
    const { host } = this.#ui
    const { level, max } = host.getVolume()
    const { totalBytes, usedBytes } = host.getStorage()
    const link = (page: PageName, row: Omit<Row, 'title'>): Row => ({
      title: TITLES[page](),
      tap: () => this.#go(page),
      ...row,
    })
    return [
      {
        title: host.getProperty('ro.product.model'),
        note: localise('云手机 · 始终在线', 'Cloud phone · always on line'),
        icon: 'globe',
        iconColour: Colour.green,
        tap: () => this.#go('about'),
      },
      link('display', {
        startsCard: true,
        icon: 'sun',
        iconColour: Colour.amber,
        note: localise('方向与亮度', 'Direction and light'),
      }),
      link('sound', {
        icon: 'volume',
        iconColour: Colour.violet,
        note: localise(`媒体音量 ${level}/${max}`, `Media ${level}/${max}`),
      }),
      link('storage', {
        startsCard: true,
        icon: 'disk',
        iconColour: Colour.brand,
        note: localise(
          `已用 ${sizeText(usedBytes)}，共 ${sizeText(totalBytes)}`,
          `${sizeText(usedBytes)} of ${sizeText(totalBytes)}`,
        ),
      }),
      link('apps', {
        icon: 'grid',
        iconColour: '#20B3C7',
        note: localise(`已安装 ${host.listApps().length} 个应用`, `${host.listApps().length} installed`),
      }),
      link('about', {
        startsCard: true,
        icon: 'info',
        iconColour: '#646D7E',
        note: `Android ${host.getProperty('ro.build.version.release')}`,
      }),
    ]
  }

  #displayRows(): Row[] {
    const { host } = this.#ui
    const isTurned = host.getRotation() === 1
    const { width, height } = this.#ui.size()
    const { scale } = this.#ui
    return [
      {
        title: localise('横屏', 'Landscape'),
        note: localise('把屏幕转到侧面', 'Turn the screen on its side'),
        isSwitchedOn: isTurned,
        tap: () => host.setRotation(isTurned ? 0 : 1),
      },
      { title: localise('分辨率', 'Resolution'), value: `${width * scale} × ${height * scale}`, startsCard: true },
      { title: localise('密度', 'Density'), value: `${Math.round(scale * 160)} dpi` },
    ]
  }

  #soundRows(): Row[] {
    const { host } = this.#ui
    const { level, max } = host.getVolume()
    const set = (share: number) => {
      const wanted = Math.round(share * max)
      if (wanted !== host.getVolume().level) host.setVolume(wanted)
    }
    return [
      {
        title: localise('媒体音量', 'Media volume'),
        value: `${level} / ${max}`,
        slider: { value: level / Math.max(1, max), set },
      },
      {
        title: localise('静音', 'Mute'),
        startsCard: true,
        isSwitchedOn: level === 0,
        tap: () => host.setVolume(level === 0 ? Math.ceil(max / 2) : 0),
      },
    ]
  }

  #storageRows(): Row[] {
    const { host } = this.#ui
    const storage = host.getStorage()
    const memory = host.getMemory()
    const usedMemory = memory.totalBytes - memory.freeBytes
    const share = (used: number, total: number) => Math.min(1, used / Math.max(1, total))
    return [
      {
        title: localise('内部存储', 'Internal storage'),
        value: `${sizeText(storage.usedBytes)} / ${sizeText(storage.totalBytes)}`,
        bar: { value: share(storage.usedBytes, storage.totalBytes), colour: Colour.brand },
      },
      {
        title: localise('运行内存', 'Memory'),
        value: `${sizeText(usedMemory)} / ${sizeText(memory.totalBytes)}`,
        startsCard: true,
        bar: { value: share(usedMemory, memory.totalBytes), colour: Colour.green },
      },
    ]
  }

  #appRows(): Row[] {
    return this.#ui.host.listApps().map((app) => ({
      title: labelOf(app),
      note: app.packageName,
      value: app.isSystem ? localise('系统', 'System') : localise('已安装', 'Installed'),
      tap: () => this.#ui.openApp(app.packageName),
    }))
  }

  #aboutRows(): Row[] {
    const property = (name: string) => this.#ui.host.getProperty(name) || '—'
    return [
      { title: localise('设备名称', 'Device'), value: property('ro.product.model') },
      { title: localise('Android 版本', 'Android version'), value: property('ro.build.version.release') },
      { title: localise('系统版本号', 'Build'), value: property('ro.build.display.id') },
      { title: localise('序列号', 'Serial number'), value: property('ro.serialno'), startsCard: true },
      { title: localise('处理器', 'Processor'), value: property('ro.product.cpu.abi') },
      { title: localise('运行内存', 'Memory'), value: sizeText(this.#ui.host.getMemory().totalBytes) },
      { title: localise('存储空间', 'Storage'), value: sizeText(this.#ui.host.getStorage().totalBytes) },
    ]
  }
}
