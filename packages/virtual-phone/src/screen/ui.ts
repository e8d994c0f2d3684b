import type { HostChange, ScreenHost } from './door.ts'
import type { Box, Size, Span } from './draw/box.ts'
import type { Pen } from './draw/pen.ts'
import type { Scroller } from './input/scroller.ts'

/** Heights of what the system draws over every app, in dp. */
export const STATUS_BAR_DP = 28
export const NAVIGATION_DP = 20

/** Time for what moves and what vanishes by itself; injected so that tests own it. */
export interface ScreenClock {
  nowMs(): number
  /** Runs once after the delay unless the answer is called before. */
  after(delayMs: number, run: () => void): () => void
}

/** One step per painted frame until it answers false. What it changes it reports as damage itself. */
export type Animation = (nowMs: number) => boolean

/** What the parts of the picture share. Lengths are dp: 1/360 of the upright screen's width. */
export interface Ui {
  readonly host: ScreenHost
  readonly clock: ScreenClock
  /** Pixels per dp. */
  readonly scale: number
  size(): Size
  /** Rows that must be drawn again; all of them without a span. */
  damage(span?: Span): void
  animate(animation: Animation): void
  openApp(packageName: string): boolean
  openUrl(url: string): void
}

/** Something a finger can press. */
export interface Target {
  box: Box
  radius: number
  tap(): void
  /** Called at once and on every move; such a target never scrolls what lies around it. */
  drag?(x: number, y: number): void
  /** Ground the pressed state must show on. */
  isOnDark?: boolean
}

/** Two fingers: the factor since the last call, and the point between them. */
export interface Pinch {
  factor: number
  x: number
  y: number
}

export interface Layer {
  /** Draws what lies within these rows; the rest is clipped away. */
  draw(pen: Pen, rows: Span): void
  /** Topmost last. */
  targets(): readonly Target[]
  scrollerAt?(x: number, y: number): Scroller | null
  pinch?(pinch: Pinch): void
}

export interface TypedKey {
  keyCode: number
  /** What the key writes, if it writes anything. */
  character: string | null
  isCtrl: boolean
}

export interface App extends Layer {
  readonly packageName: string
  readonly label: string
  /** Whether the status bar stands on a dark ground. */
  isDark(): boolean
  /** True when there was somewhere to go back to inside the app. */
  back(): boolean
  show?(): void
  hide?(): void
  key?(key: TypedKey): void
  text?(text: string): void
  copy?(): string | null
  openUrl?(url: string): void
  /** Only an app in front may damage the picture by it. */
  hostChanged?(change: HostChange, isFront: boolean): void
  /** The phone was turned: what depends on the width is to be laid out again. */
  resized?(): void
  close?(): void
}
