import type { Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import type { IconName } from '../draw/icons.ts'
import type { Pen } from '../draw/pen.ts'
import type { Scroller } from '../input/scroller.ts'
import type { App, Target } from '../layer.ts'
import { timeAgoText } from '../time.ts'
import type { AppInfo, FileEntry, HostChange } from '../types.ts'
import type { Ui } from '../ui.ts'
import { HEADER_BOTTOM, type Header, sizeText } from './kit.ts'
import { ListPage, type Row } from './list-page.ts'

const ROOT = '/sdcard'

type Listing = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; entries: readonly FileEntry[] }

const KINDS: readonly [RegExp, IconName, string][] = [
  [/\.(png|jpe?g|gif|webp|bmp)$/i, 'image', '#F4657B'],
  [/\.(mp4|mkv|webm|mov)$/i, 'film', Colour.violet],
  [/\.apk$/i, 'pack', Colour.green],
]

/** Browses the phone's shared storage. */
export class Files implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  readonly #page: ListPage
  #path = ROOT
  #listing: Listing = { state: 'loading' }
  #isFront = false

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
    this.#page = new ListPage(
      ui,
      () => this.#header(),
      () => this.#rows(),
    )
    this.#load()
  }

  isDark(): boolean {
    return false
  }

  back(): boolean {
    if (this.#path === ROOT) return false
    this.#open(this.#path.slice(0, this.#path.lastIndexOf('/')))
    return true
  }

  show(): void {
    this.#isFront = true
    this.#load()
  }

  hide(): void {
    this.#isFront = false
  }

  hostChanged(change: HostChange): void {
    if (change === 'files' && this.#isFront) this.#load()
  }

  resized(): void {
    this.#page.scroller.jump(0)
  }

  scrollerAt(): Scroller {
    return this.#page.scroller
  }

  targets(): readonly Target[] {
    return this.#page.targets()
  }

  draw(pen: Pen, rows: Span): void {
    this.#page.draw(pen, rows)
    const text = this.#emptyText()
    if (text === null) return
    const { width, height } = this.#ui.size()
    pen.icon('folder', width / 2 - 28, height * 0.4 - 64, 56, Colour.inkFaint)
    pen.text(text, width / 2, height * 0.4 + 12, { sizeDp: 15, colour: Colour.inkSoft, align: 'center' })
  }

  #header(): Header {
    if (this.#path === ROOT) return { title: localise('内部存储', 'Internal storage') }
    return { title: this.#path.slice(this.#path.lastIndexOf('/') + 1), goBack: () => this.back() }
  }

  #rows(): Row[] {
    if (this.#listing.state !== 'ready') return []
    return this.#listing.entries.map((entry) => {
      const when = timeAgoText(this.#ui.host, entry.modifiedAt)
      if (entry.isFolder) {
        const tap = () => this.#open(`${this.#path}/${entry.name}`)
        return { title: entry.name, note: when, icon: 'folder', iconColour: '#F98F2B', tap }
      }
      const [, icon, iconColour] = KINDS.find(([pattern]) => pattern.test(entry.name)) ?? [null, 'file', '#7D8798']
      return { title: entry.name, note: `${sizeText(entry.sizeBytes)} · ${when}`, icon: icon as IconName, iconColour }
    })
  }

  #emptyText(): string | null {
    if (this.#listing.state === 'failed') return localise('打不开这个文件夹', 'This folder cannot be opened')
    if (this.#listing.state === 'loading') return null
    return this.#listing.entries.length === 0 ? localise('这里还是空的', 'Nothing here yet') : null
  }

  #open(path: string): void {
    this.#path = path
    this.#listing = { state: 'loading' }
    this.#page.scroller.jump(0)
    this.#ui.damage()
    this.#load()
  }

  #load(): void {
    const path = this.#path
    this.#ui.host.listFiles(path).then(
      (entries) => this.#loaded(path, { state: 'ready', entries: sorted(entries) }),
      () => this.#loaded(path, { state: 'failed' }),
    )
  }

  #loaded(path: string, listing: Listing): void {
    if (path !== this.#path) return
    const isSame = JSON.stringify(listing) === JSON.stringify(this.#listing)
    this.#listing = listing
    if (!isSame && this.#isFront) this.#ui.damage({ top: HEADER_BOTTOM, bottom: this.#ui.size().height })
  }
}

/** Folders first, both by name. */
const sorted = (entries: readonly FileEntry[]): FileEntry[] =>
  entries.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name, 'zh'))
