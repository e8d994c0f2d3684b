import { Gauge } from '@prometheus-io/client'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import type { CallMetrics } from './metrics.ts'

/** Difference from the database's clock beyond which this process does no timed work. */
const CLOCK_TOLERANCE_MS = 2000
/** Lifetime of a measurement, unless the own clock has jumped since. */
const REUSED_MS = 1000

export interface ClockCheck {
  /** The database's time, also while the clock of this machine is wrong. */
  readonly clock: Clock
  /** True when this machine's clock agrees with the database's; rejects when the database does not answer. */
  isRight(): Promise<boolean>
  /** Own clock minus the database's, last measurement in milliseconds. */
  skewMs(): number
  onChange(listener: (isRight: boolean) => void): void
}

interface ClockCheckOptions {
  readonly pool: Pick<Pool, 'query'>
  readonly log: Logger
  /** Clock of this machine. */
  readonly own?: Clock
  /** Monotonic milliseconds. */
  readonly steadyMs?: () => number
}

/**
 * Compares this machine's clock with the database's. `clock.now()` follows the machine's while both agree; when that
 * one is wrong or jumps, it continues from the last database time by the monotonic clock. Paid time, codes and tickets
 * are therefore right to the tolerance.
 */
export const createClockCheck = ({
  pool,
  log,
  own = systemClock,
  steadyMs = () => performance.now(),
}: ClockCheckOptions): ClockCheck => {
  const listeners = new Set<(isRight: boolean) => void>()
  let measured: { readonly databaseMs: number; readonly steadyMs: number } | undefined
  let skewMs = 0
  let wasRight = true
  let underWay: Promise<boolean> | undefined

  const ownMs = (): number => own.now().getTime()
  /** Database time extrapolated from the last measurement; the own time before the first. */
  const expectedMs = (): number => (measured ? measured.databaseMs + steadyMs() - measured.steadyMs : ownMs())
  const agrees = (): boolean => Math.abs(ownMs() - expectedMs()) <= CLOCK_TOLERANCE_MS

  const measure = async (): Promise<boolean> => {
    const askedMs = ownMs()
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    )
    const databaseMs = rows[0]?.ms ?? Number.NaN
    const answeredMs = ownMs()
    // The database's clock was read between both instants: a value in between counts as no skew.
    skewMs = databaseMs < askedMs ? askedMs - databaseMs : Math.min(0, answeredMs - databaseMs)
    measured = { databaseMs: answeredMs - skewMs, steadyMs: steadyMs() }
    const isRight = Math.abs(skewMs) <= CLOCK_TOLERANCE_MS
    if (isRight !== wasRight) reportChange(isRight)
    return isRight
  }

  const reportChange = (isRight: boolean): void => {
    wasRight = isRight
    const facts = { skewMs: Math.round(skewMs), toleranceMs: CLOCK_TOLERANCE_MS }
    if (isRight) log.info(facts, 'clock in sync with the database, timed jobs resumed')
    else log.error(facts, 'clock out of sync with the database, timed jobs paused')
    for (const listener of listeners) listener(isRight)
  }

  return {
    clock: { now: () => (agrees() ? own.now() : new Date(expectedMs())), sqlNow: sql`now()` },
    async isRight() {
      if (measured && agrees() && wasRight && steadyMs() - measured.steadyMs < REUSED_MS) return true
      underWay ??= measure().finally(() => (underWay = undefined))
      return underWay
    },
    skewMs: () => skewMs,
    onChange: (listener) => void listeners.add(listener),
  }
}

/** For a clock that is the database's by definition, as in tests. */
export const trustClock = (clock: Clock): ClockCheck => ({
  clock,
  isRight: async () => true,
  skewMs: () => 0,
  onChange: () => undefined,
})

interface PeriodicJob {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/** Skips runs while the clock is wrong. */
export const skipWhileClockIsWrong =
  (check: ClockCheck) =>
  ({ run, ...job }: PeriodicJob): PeriodicJob => ({
    ...job,
    run: async () => {
      if (await check.isRight()) await run()
    },
  })

export const addClockMetrics = ({ registry }: CallMetrics, check: ClockCheck): void =>
  void new Gauge({
    name: 'yunji_clock_skew_seconds',
    help: 'Clock of this process minus that of the database; no timed work beyond 2 s',
    registers: [registry],
    collect() {
      this.set(check.skewMs() / 1000)
    },
  })
