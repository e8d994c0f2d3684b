import type { Size, Span } from './draw/box.ts'
import type { ScreenHost } from './types.ts'

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

/** Shared by all layers. Lengths are dp: 1/360 of the upright screen's width. */
export interface Ui {
  readonly host: ScreenHost
  readonly clock: ScreenClock
  /** Pixels per dp. */
  readonly scale: number
  size(): Size
  /** Rows that must be drawn again; all of them without a span. */
  damage(span?: Span): void
  /** The scroller has moved all that lies in these rows down by so many dp, and nothing else about it has changed. */
  move(scroller: unknown, span: Span, by: number): void
  animate(animation: Animation): void
  openApp(packageName: string): boolean
  openUrl(url: string): void
}
