import { type SQL, sql } from 'drizzle-orm'

/** The only source of time. Tests hand in one that stands still until it is told to move. */
export interface Clock {
  now(): Date
  /** How a statement asks for the database's time; absent where this clock stands for that one too, as in tests. */
  readonly sqlNow?: SQL
}

export const systemClock: Clock = { now: () => new Date() }

/** The database's time, for every condition that ends what somebody has paid for. */
export const databaseNow = (clock: Clock): SQL => clock.sqlNow ?? sql`${clock.now()}::timestamptz`

const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
