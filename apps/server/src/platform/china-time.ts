import { DAY_MS, later } from './clock.ts'

const AHEAD_OF_UTC_MS = 8 * 60 * 60 * 1000

/** `YYYY-MM-DD HH:mm:ss` in China, which has one time zone and no daylight saving. */
export const formatChinaTime = (instant: Date): string =>
  later(instant, AHEAD_OF_UTC_MS).toISOString().slice(0, 19).replace('T', ' ')

/** `YYYY-MM-DD` in China. */
export const chinaDay = (instant: Date): string => formatChinaTime(instant).slice(0, 10)

/** A day (`YYYY-MM-DD`) in China. */
export const chinaDayPeriod = (day: string): { readonly from: Date; readonly to: Date } => {
  const from = later(new Date(`${day}T00:00:00Z`), -AHEAD_OF_UTC_MS)
  return { from, to: later(from, DAY_MS) }
}

/** From the start of the first day to the end of the last one; a day that is left out is no limit. */
export const chinaPeriod = (fromDay: string | undefined, toDay: string | undefined) => ({
  from: fromDay === undefined ? undefined : chinaDayPeriod(fromDay).from,
  to: toDay === undefined ? undefined : chinaDayPeriod(toDay).to,
})

/** Start of a month (`YYYY-MM`) and of the next one, in China. */
export const chinaMonth = (month: string): { readonly from: Date; readonly to: Date } => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const beginOf = (index: number): Date => later(new Date(Date.UTC(year, index)), -AHEAD_OF_UTC_MS)
  return { from: beginOf(number - 1), to: beginOf(number) }
}
