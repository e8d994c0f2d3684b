import { later } from '../../platform/clock.ts'

const AHEAD_OF_UTC_MS = 8 * 60 * 60 * 1000

/** `YYYY-MM-DD` in China, which knows one time and no summer time. */
export const chineseDay = (moment: Date): string => later(moment, AHEAD_OF_UTC_MS).toISOString().slice(0, 10)
