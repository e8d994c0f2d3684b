import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { type Form, type Outcome, type ProductPromise, sizeOf, type Trial } from './promise.ts'

export interface PromiseFigure extends Figure {
  readonly rounds: number
  readonly violations: number
}

export interface Verdict {
  readonly figures: readonly (PromiseFigure | Figure)[]
  readonly violations: readonly string[]
  readonly isKept: boolean
  readonly seconds: number
}

/** Options of a trial beside the promise itself. */
export type TrialOptions = Omit<Trial, 'size'>

const DEADLINE_MINUTES = { small: 10, short: 20, long: 60 }

/** Deadline of an experiment, against hanging. */
export const deadlineMinutesOf = ({ deadlineMinutes = DEADLINE_MINUTES }: ProductPromise, form: Form): number =>
  deadlineMinutes[form]

/** Runs the experiment of a promise. One that throws, hangs or runs no round counts as broken. */
export const verifyPromise = async (promise: ProductPromise, options: TrialOptions): Promise<Verdict> => {
  const startedAt = performance.now()
  const outcome = await tryInTime(promise, { ...options, size: sizeOf(promise, options.form) })
  const seconds = (performance.now() - startedAt) / 1000
  const { rounds, violations, figures = [] } = outcome
  const all = rounds > 0 ? violations : [...violations, 'no round was run']
  const figure = { name: promise.name, value: all.length, limit: 0, ok: all.length === 0 }
  return {
    figures: [{ ...figure, rounds, violations: all.length }, ...figures],
    violations: all,
    isKept: figure.ok && figures.every(({ ok }) => ok),
    seconds,
  }
}

const tryInTime = async (promise: ProductPromise, trial: Trial): Promise<Outcome> => {
  const minutes = deadlineMinutesOf(promise, trial.form)
  const stopped = (why: string): Outcome => ({ rounds: 0, violations: [`the experiment stopped: ${why}`] })
  const tooLong = delay(minutes * 60_000, stopped(`not done after ${minutes} minutes`), { ref: false })
  const tried = promise.run(trial).catch((error: unknown) => {
    trial.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return stopped(error instanceof Error ? error.message : String(error))
  })
  return Promise.race([tried, tooLong])
}
