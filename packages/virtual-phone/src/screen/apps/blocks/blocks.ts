import { type Box, meets, type Span } from '../../draw/box.ts'
import { hashOf } from '../../draw/colours.ts'
import { localise } from '../../draw/fonts.ts'
import type { Pen } from '../../draw/pen.ts'
import type { App, Target } from '../../layer.ts'
import type { AppInfo } from '../../types.ts'
import { STATUS_BAR_DP, type Ui } from '../../ui.ts'
import {
  areNeighbours,
  type Board,
  type Cell,
  COLUMNS,
  collapse,
  createBoard,
  findMatches,
  hasMove,
  neighbour,
  ROWS,
  swapped,
} from './board.ts'
import { drawTile } from './tile.ts'

const SWAP_MS = 140
const POP_MS = 160
const FALL_MS = 260
const POINTS = 10
const POINTS_PER_LEVEL = 600
/** Dragging this part of a tile's width is a swap. */
const SWIPE = 0.45

/** The running animation and its start. */
type Motion =
  | { kind: 'none' }
  | { kind: 'swap'; startMs: number; a: Cell; b: Cell; isVain: boolean }
  | { kind: 'pop'; startMs: number; cells: ReadonlySet<Cell> }
  | { kind: 'fall'; startMs: number; drops: readonly number[] }

/** Swap two neighbours; three of a colour vanish. */
export class Blocks implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  readonly #random: () => number
  #board: Board
  #motion: Motion = { kind: 'none' }
  #chosen: Cell | null = null
  #dragStart: { x: number; y: number } | null = null
  #score = 0
  #chain = 0
  #run = 0

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
    this.#random = seededRandom(hashOf(ui.host.getProperty('ro.serialno')) ^ ui.host.now().getTime())
    this.#board = createBoard(this.#random)
  }

  isDark(): boolean {
    return false
  }

  back(): boolean {
    return false
  }

  show(): void {
    if (this.#motion.kind !== 'none') this.#animate()
  }

  /** An unseen board rests; what was under way goes on when it is seen again. */
  hide(): void {
    this.#run++
  }

  targets(): readonly Target[] {
    if (this.#motion.kind !== 'none') return []
    return this.#board.map(
      (_, cell): Target => ({
        box: this.#tileBox(cell),
        radius: 10,
        drag: (x, y) => this.#drag(cell, x, y),
        tap: () => {
          this.#dragStart = null
        },
      }),
    )
  }

  draw(pen: Pen, rows: Span): void {
    const { width, height } = this.#ui.size()
    const ground = pen.gradient(
      [0, 0],
      [0, height],
      [
        [0, '#FFE9F2'],
        [0.55, '#F1E8FF'],
        [1, '#DDE9FF'],
      ],
    )
    pen.box({ x: 0, y: rows.top, width, height: rows.bottom - rows.top }, ground)
    const panel = this.#panelBox()
    if (meets(rows, panel.y, panel.height)) this.#drawPanel(pen, panel)
    const frame = this.#boardBox()
    if (!meets(rows, frame.y, frame.height)) return
    pen.box(frame, 'rgba(255,255,255,.55)', 20)
    pen.within(frame, () => this.#drawTiles(pen), 20)
  }

  #drawPanel(pen: Pen, box: Box): void {
    const level = Math.floor(this.#score / POINTS_PER_LEVEL) + 1
    pen.box(box, 'rgba(255,255,255,.82)', 20)
    const middle = box.x + box.width / 2
    const small = { sizeDp: 13, colour: '#7A5C9A', align: 'center' } as const
    pen.text(localise(`第 ${level} 关`, `Level ${level}`), middle, box.y + 24, small)
    const big = { sizeDp: 34, weight: 600, colour: '#3B2B5E', align: 'center' } as const
    pen.text(this.#score.toLocaleString('en-US'), middle, box.y + 56, big)
    const track = { x: box.x + 28, y: box.y + box.height - 20, width: box.width - 56, height: 8 }
    const share = (this.#score % POINTS_PER_LEVEL) / POINTS_PER_LEVEL
    pen.box(track, '#E6DEF6', 4)
    pen.box({ ...track, width: Math.max(8, track.width * share) }, '#8A5CF6', 4)
  }

  #drawTiles(pen: Pen): void {
    const motion = this.#motion
    const passed = motion.kind === 'none' ? 0 : this.#ui.clock.nowMs() - motion.startMs
    this.#board.forEach((colour, cell) => {
      const box = { ...this.#tileBox(cell) }
      let size = 1
      if (motion.kind === 'swap' && (cell === motion.a || cell === motion.b)) {
        this.#shift(box, cell, cell === motion.a ? motion.b : motion.a, swapShare(passed, motion.isVain))
      }
      if (motion.kind === 'pop' && motion.cells.has(cell)) size = Math.max(0, 1 - passed / POP_MS)
      if (motion.kind === 'fall') {
        const rest = 1 - Math.min(1, passed / FALL_MS)
        box.y -= (motion.drops[cell] ?? 0) * box.height * 1.08 * rest * rest
      }
      drawTile(pen, box, colour, size, cell === this.#chosen)
    })
  }

  #shift(box: Box, from: Cell, to: Cell, share: number): void {
    const there = this.#tileBox(to)
    const here = this.#tileBox(from)
    box.x += (there.x - here.x) * share
    box.y += (there.y - here.y) * share
  }

  /** Called when a finger comes down on a tile and whenever it moves. */
  #drag(cell: Cell, x: number, y: number): void {
    if (this.#motion.kind !== 'none') return
    if (!this.#dragStart) {
      this.#dragStart = { x, y }
      if (this.#chosen !== null && areNeighbours(this.#chosen, cell)) return this.#swap(this.#chosen, cell)
      this.#chosen = this.#chosen === cell ? null : cell
      return this.#damageBoard()
    }
    const dx = x - this.#dragStart.x
    const dy = y - this.#dragStart.y
    const reach = this.#tileBox(cell).width * SWIPE
    if (Math.max(Math.abs(dx), Math.abs(dy)) < reach) return
    const isSideways = Math.abs(dx) > Math.abs(dy)
    const other = neighbour(cell, isSideways ? Math.sign(dx) : 0, isSideways ? 0 : Math.sign(dy))
    if (other !== null) this.#swap(cell, other)
  }

  #swap(a: Cell, b: Cell): void {
    this.#chosen = null
    this.#chain = 0
    const isVain = findMatches(swapped(this.#board, a, b)).size === 0
    this.#begin({ kind: 'swap', startMs: this.#ui.clock.nowMs(), a, b, isVain })
  }

  #begin(motion: Motion): void {
    this.#motion = motion
    this.#damageBoard()
    this.#animate()
  }

  #animate(): void {
    const run = ++this.#run
    this.#ui.animate((nowMs) => {
      if (run !== this.#run) return false
      this.#step(nowMs)
      this.#damageBoard()
      return this.#motion.kind !== 'none'
    })
  }

  #step(nowMs: number): void {
    const motion = this.#motion
    if (motion.kind === 'none') return
    const passed = nowMs - motion.startMs
    if (motion.kind === 'swap' && passed >= (motion.isVain ? 2 * SWAP_MS : SWAP_MS)) {
      if (!motion.isVain) this.#board = swapped(this.#board, motion.a, motion.b)
      this.#next(nowMs)
    } else if (motion.kind === 'pop' && passed >= POP_MS) {
      const { board, drops } = collapse(this.#board, motion.cells, this.#random)
      this.#board = board
      this.#motion = { kind: 'fall', startMs: nowMs, drops }
    } else if (motion.kind === 'fall' && passed >= FALL_MS) this.#next(nowMs)
  }

  /** Fallen tiles may match again. */
  #next(nowMs: number): void {
    const cells = findMatches(this.#board)
    if (cells.size === 0) {
      this.#motion = { kind: 'none' }
      if (!hasMove(this.#board)) this.#board = createBoard(this.#random)
      return
    }
    this.#chain++
    this.#score += cells.size * POINTS * this.#chain
    this.#motion = { kind: 'pop', startMs: nowMs, cells }
    const panel = this.#panelBox()
    this.#ui.damage({ top: panel.y, bottom: panel.y + panel.height })
  }

  #damageBoard(): void {
    const { y, height } = this.#boardBox()
    this.#ui.damage({ top: y, bottom: y + height })
  }

  #isWide(): boolean {
    const { width, height } = this.#ui.size()
    return width > height
  }

  #panelBox(): Box {
    if (this.#isWide()) return { x: 28, y: 100, width: 220, height: 108 }
    return { x: 20, y: STATUS_BAR_DP + 16, width: this.#ui.size().width - 40, height: 108 }
  }

  #boardBox(): Box {
    const { width, height } = this.#ui.size()
    const ratio = COLUMNS / ROWS
    if (this.#isWide()) {
      const side = height - STATUS_BAR_DP - 40
      return { x: width - side * ratio - 60, y: STATUS_BAR_DP + 8, width: side * ratio, height: side }
    }
    const panel = this.#panelBox()
    const wide = Math.min(width - 32, (height - panel.y - panel.height - 60) * ratio)
    return { x: (width - wide) / 2, y: panel.y + panel.height + 20, width: wide, height: wide / ratio }
  }

  #tileBox(cell: Cell): Box {
    const frame = this.#boardBox()
    const step = (frame.width - 12) / COLUMNS
    const x = frame.x + 6 + (cell % COLUMNS) * step
    const y = frame.y + 6 + Math.floor(cell / COLUMNS) * ((frame.height - 12) / ROWS)
    return { x: x + 2, y: y + 2, width: step - 4, height: step - 4 }
  }
}

/** There, and back again when it makes no three. */
function swapShare(passedMs: number, isVain: boolean): number {
  const share = passedMs / SWAP_MS
  if (share <= 1) return share
  return isVain ? Math.max(0, 2 - share) : 1
}

/** The same game for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
