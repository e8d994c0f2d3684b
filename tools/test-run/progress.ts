import type { Stage } from './runs.ts'

export interface PlannedFile {
  file: string
  project: string
  /** As expected from earlier runs. */
  seconds: number
}

interface Begun extends PlannedFile {
  beganAt: number
  endedAt?: number
}

/** Below it the machine's speed is not known yet. */
const SPEED_FROM_SECONDS = 60

/** Where a run stands: what is done, what runs now, and what is to be expected. Times are seconds since its beginning. */
export class TestProgress {
  readonly #planned: readonly PlannedFile[]
  readonly #workers: number
  readonly #begun = new Map<string, Begun>()

  constructor(planned: readonly PlannedFile[], workers: number) {
    this.#planned = planned
    this.#workers = workers
  }

  begin(file: string, at: number): void {
    const planned = this.#planned.find((each) => each.file === file)
    if (planned && !this.#begun.has(file)) this.#begun.set(file, { ...planned, beganAt: at })
  }

  end(file: string, at: number): void {
    const begun = this.#begun.get(file)
    if (begun) begun.endedAt = at
  }

  /** The longest first. */
  running(at: number): { file: string; seconds: number }[] {
    return [...this.#begun.values()]
      .filter(({ endedAt }) => endedAt === undefined)
      .map(({ file, beganAt }) => ({ file, seconds: at - beganAt }))
      .toSorted((one, other) => other.seconds - one.seconds)
  }

  /** Projects that have begun, with their files; the time between first and last, since projects overlap a little. */
  projects(at: number): (Stage & { done: number; total: number })[] {
    return [...new Set([...this.#begun.values()].map(({ project }) => project))].map((name) => {
      const begun = [...this.#begun.values()].filter(({ project }) => project === name)
      const first = Math.min(...begun.map(({ beganAt }) => beganAt))
      const last = Math.max(...begun.map(({ endedAt }) => endedAt ?? at))
      const done = begun.filter(({ endedAt }) => endedAt !== undefined).length
      const total = this.#planned.filter(({ project }) => project === name).length
      return { name, seconds: last - first, done, total }
    })
  }

  /** What is left, shared by the workers, at this machine's speed so far; one long file may run on alone. */
  secondsLeft(at: number): number {
    const ended = [...this.#begun.values()].filter(({ endedAt }) => endedAt !== undefined)
    const expected = sum(ended.map(({ seconds }) => seconds))
    const taken = sum(ended.map(({ beganAt, endedAt = beganAt }) => endedAt - beganAt))
    const slowness = expected < SPEED_FROM_SECONDS ? 1 : taken / expected
    const left = this.#planned.map(({ file, seconds }) => {
      const begun = this.#begun.get(file)
      if (!begun) return seconds * slowness
      return begun.endedAt === undefined ? Math.max(0, seconds * slowness - (at - begun.beganAt)) : 0
    })
    return Math.max(sum(left) / this.#workers, ...left)
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** `1:05` or `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const padded = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(whole % 60)}` : `${minutes}:${padded(whole % 60)}`
}
