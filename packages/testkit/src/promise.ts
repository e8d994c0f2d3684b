import type { Figure } from './figures.ts'

/** How a promise is to be tried this time. */
export interface Trial {
  /** The full count; otherwise the few rounds that every test run can afford. */
  readonly isLong: boolean
  readonly seed: number
  log(text: string): void
}

export interface Outcome {
  readonly rounds: number
  /** One sentence for each time that the promise was broken. */
  readonly violations: readonly string[]
  /** What was measured on the way, beyond the promise itself. */
  readonly figures?: readonly Figure[]
}

/** Something that the product guarantees, with the experiment that would show it broken. */
export interface ProductPromise {
  /** As in docs/promises.md: R2, S7. */
  readonly id: string
  /** The name of its figure. */
  readonly name: string
  readonly title: string
  run(trial: Trial): Promise<Outcome>
}
