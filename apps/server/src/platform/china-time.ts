import { later } from './clock.ts'

const AHEAD_OF_UTC_MS = 8 * 60 * 60 * 1000

/** `YYYY-MM-DD HH:mm:ss` in China, which knows one time and no summer time. */
export const formatChinaTime = (moment: Date): string =>
  later(moment, AHEAD_OF_UTC_MS).toISOString().slice(0, 19).replace('T', ' ')

/** `YYYY-MM-DD` there. */
export const chinaDay = (moment: Date): string => formatChinaTime(moment).slice(0, 10)

/** When a month (`YYYY-MM`) begins and the next one does, in China. */
export const chinaMonth = (month: string): { readonly from: Date; readonly to: Date } => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const beginOf = (index: number): Date => later(new Date(Date.UTC(year, index)), -AHEAD_OF_UTC_MS)
  return { from: beginOf(number - 1), to: beginOf(number) }
}
