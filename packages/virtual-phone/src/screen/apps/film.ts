import { type Box, meets, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import type { Pen } from '../draw/pen.ts'
import type { App, Target } from '../layer.ts'
import type { AppInfo } from '../types.ts'
import { STATUS_BAR_DP, type Ui } from '../ui.ts'
import { drawFilmFrame, FILM_SECONDS, SHOT } from './film-shot.ts'
import { fillPage, GUTTER_DP } from './kit.ts'

/** The film has 30 pictures a second, whatever the screen can do. */
const PICTURE_MS = 1000 / 30
const CONTROLS_DP = 52

/** Plays one film over and over: something that moves all the time, while it is seen. */
export class Film implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  #positionMs = 0
  #isPlaying = true
  #run = 0

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
  }

  isDark(): boolean {
    return true
  }

  back(): boolean {
    return false
  }

  show(): void {
    if (this.#isPlaying) this.#play()
  }

  hide(): void {
    this.#run++
  }

  targets(): readonly Target[] {
    const picture = this.#pictureBox()
    const track = this.#trackBox()
    return [
      { box: picture, radius: 0, isOnDark: true, tap: () => this.#toggle() },
      { box: { ...track, y: track.y - 18, height: 40 }, radius: 20, tap: () => {}, drag: (x) => this.#seek(x) },
      { box: this.#buttonBox(), radius: 22, isOnDark: true, tap: () => this.#toggle() },
    ]
  }

  draw(pen: Pen, rows: Span): void {
    fillPage(pen, this.#ui, rows, '#0B0D1A')
    const picture = this.#pictureBox()
    if (meets(rows, picture.y, picture.height)) {
      pen.within(picture, () => {
        const scale = Math.max(picture.width / SHOT.width, picture.height / SHOT.height)
        pen.context.translate(picture.x, picture.y)
        pen.context.scale(scale, scale)
        drawFilmFrame(pen, this.#positionMs / 1000)
      })
    }
    const bar = this.#barBox()
    if (meets(rows, bar.y, bar.height)) this.#drawControls(pen)
    if (!this.#isWide()) this.#drawWords(pen, rows, bar.y + bar.height)
  }

  #drawControls(pen: Pen): void {
    const button = this.#buttonBox()
    pen.icon(this.#isPlaying ? 'pause' : 'play', button.x + 11, button.y + 11, 22, '#FFFFFF', !this.#isPlaying)
    const track = this.#trackBox()
    const share = this.#positionMs / (FILM_SECONDS * 1000)
    pen.box(track, 'rgba(255,255,255,.24)', 2)
    pen.box({ ...track, width: track.width * share }, Colour.brand, 2)
    pen.circle(track.x + track.width * share, track.y + 2, 6, '#FFFFFF')
    const style = { sizeDp: 12, colour: 'rgba(255,255,255,.8)', align: 'right' } as const
    const right = this.#barBox().x + this.#barBox().width - GUTTER_DP
    pen.text(`${clock(this.#positionMs / 1000)} / ${clock(FILM_SECONDS)}`, right, track.y + 2, style)
  }

  #drawWords(pen: Pen, rows: Span, top: number): void {
    if (!meets(rows, top, 160)) return
    const maxWidth = this.#ui.size().width - 2 * GUTTER_DP
    pen.text(localise('星海远征', 'Voyage to the stars'), GUTTER_DP, top + 28, {
      sizeDp: 22,
      weight: 600,
      colour: '#FFFFFF',
      maxWidth,
    })
    const small = { sizeDp: 14, colour: 'rgba(255,255,255,.66)', maxWidth }
    pen.text(localise('动画短片 · 2026 · 1 分钟', 'Short film · 2026 · 1 min'), GUTTER_DP, top + 58, small)
    pen.text(
      localise('旅人走过群山，去看夜空下的灯塔。', 'A walk through the hills to a lighthouse.'),
      GUTTER_DP,
      top + 88,
      small,
    )
  }

  #toggle(): void {
    this.#isPlaying = !this.#isPlaying
    if (this.#isPlaying) this.#play()
    else this.#run++
    this.#ui.damage()
  }

  #seek(x: number): void {
    const { x: left, width } = this.#trackBox()
    const share = Math.min(1, Math.max(0, (x - left) / width))
    this.#positionMs = share * FILM_SECONDS * 1000
    this.#damagePicture()
  }

  #play(): void {
    const run = ++this.#run
    let lastMs = this.#ui.clock.nowMs()
    this.#ui.animate((nowMs) => {
      if (run !== this.#run) return false
      const before = Math.floor(this.#positionMs / PICTURE_MS)
      this.#positionMs = (this.#positionMs + nowMs - lastMs) % (FILM_SECONDS * 1000)
      lastMs = nowMs
      if (Math.floor(this.#positionMs / PICTURE_MS) !== before) this.#damagePicture()
      return true
    })
  }

  #damagePicture(): void {
    const picture = this.#pictureBox()
    const bar = this.#barBox()
    this.#ui.damage({ top: picture.y, bottom: Math.max(picture.y + picture.height, bar.y + bar.height) })
  }

  #isWide(): boolean {
    const { width, height } = this.#ui.size()
    return width > height
  }

  #pictureBox(): Box {
    const { width, height } = this.#ui.size()
    if (this.#isWide()) return { x: 0, y: 0, width, height }
    return { x: 0, y: STATUS_BAR_DP + 12, width, height: (width * SHOT.height) / SHOT.width }
  }

  #barBox(): Box {
    const { width, height } = this.#ui.size()
    const picture = this.#pictureBox()
    if (this.#isWide()) return { x: 24, y: height - CONTROLS_DP - 24, width: width - 48, height: CONTROLS_DP }
    return { x: 0, y: picture.y + picture.height + 4, width, height: CONTROLS_DP }
  }

  #buttonBox(): Box {
    const bar = this.#barBox()
    return { x: bar.x + 6, y: bar.y + (bar.height - 44) / 2, width: 44, height: 44 }
  }

  #trackBox(): Box {
    const bar = this.#barBox()
    return { x: bar.x + 58, y: bar.y + bar.height / 2 - 2, width: bar.width - 58 - 100, height: 4 }
  }
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
