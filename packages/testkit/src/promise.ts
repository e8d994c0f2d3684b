import type { Figure } from './figures.ts'

/** `small` is part of `npm test`, `short` of `npm run test:all`, and `long` is run by command. */
export type Form = 'small' | 'short' | 'long'

export const forms: readonly Form[] = ['small', 'short', 'long']

/** Limit of a small form on a quiet machine. */
export const SMALL_FORM_SECONDS = 20

export interface Trial<Size = unknown> {
  readonly form: Form
  /** Rounds and the like of this form. */
  readonly size: Size
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
export interface ProductPromise<Size = unknown> {
  /** As in docs/promises.md: R2, S7. */
  readonly id: string
  /** The name of its figure. */
  readonly name: string
  readonly title: string
  /** A short form of its own stands where the small one tries less than every run of all tests should. */
  readonly sizes: { readonly small: Size; readonly short?: Size; readonly long: Size }
  /** Its test tries other inputs every day; each day's are few. */
  readonly isSeededByDay?: boolean
  /** Where the experiment takes longer than most, by form. */
  readonly deadlineMinutes?: Readonly<Record<Form, number>>
  run(trial: Trial<Size>): Promise<Outcome>
}

export const definePromise = <Size>(promise: ProductPromise<Size>): ProductPromise => promise

/** The short form is the small one where the promise has no other. */
export const sizeOf = ({ sizes }: ProductPromise, form: Form): unknown =>
  form === 'short' ? (sizes.short ?? sizes.small) : sizes[form]
