/** The only source of time. Tests hand in one that stands still until it is told to move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
