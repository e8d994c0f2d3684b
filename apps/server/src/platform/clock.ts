import { type SQL, sql } from 'drizzle-orm'

/** The only source of time. Tests inject one that stands still until advanced. */
export interface Clock {
  now(): Date
  /** SQL expression of the database's time; absent where this clock replaces it too, as in tests. */
  readonly sqlNow?: SQL
}

export const systemClock: Clock = { now: () => new Date() }

/** Database time, for every condition that ends something paid. */
export const databaseNow = (clock: Clock): SQL => clock.sqlNow ?? sql`${clock.now()}::timestamptz`

const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
