const WINDOW_MS = 100
const MAX_SPEED = 6

/** Speed of a finger over its last moments. */
export class Velocity {
  readonly #samples: { atMs: number; position: number }[] = []

  add(atMs: number, position: number): void {
    this.#samples.push({ atMs, position })
    while ((this.#samples[0]?.atMs ?? atMs) < atMs - WINDOW_MS) this.#samples.shift()
  }

  /** dp per millisecond; 0 when the finger rested before it left. */
  at(nowMs: number): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || nowMs - last.atMs > WINDOW_MS || last.atMs === first.atMs) return 0
    const speed = (last.position - first.position) / (last.atMs - first.atMs)
    return Math.min(MAX_SPEED, Math.max(-MAX_SPEED, speed))
  }
}
