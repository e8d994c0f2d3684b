import type { Figure } from './figures.ts'

export interface Trial {
  /** The full number of rounds; otherwise the few that every test run can afford. */
  readonly isLong: boolean
  readonly seed: number
  log(text: string): void
}

export interface Outcome {
  readonly rounds: number
  /** One sentence for each violation. */
  readonly violations: readonly string[]
  /** Measured beside the promise itself. */
  readonly figures?: readonly Figure[]
}

/** A guarantee of the product with the experiment that would break it. */
export interface ProductPromise {
  /** As in docs/promises.md: R2, S7. */
  readonly id: string
  /** The name of its figure. */
  readonly name: string
  readonly title: string
  /** Where the experiment takes longer than most, by form. */
  readonly deadlineMinutes?: { readonly short: number; readonly long: number }
  run(trial: Trial): Promise<Outcome>
}
