import type { Box, Span } from './draw/box.ts'
import type { Pen } from './draw/pen.ts'
import type { TypedKey } from './input/keys.ts'
import type { Scroller } from './input/scroller.ts'
import type { HostChange } from './types.ts'

/** Touch target. */
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
