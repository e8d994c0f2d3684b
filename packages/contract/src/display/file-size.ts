import { EMPTY_TEXT, isShowable } from './empty.ts'

const units = ['B', 'KB', 'MB', 'GB'] as const
const STEP = 1024

/** 1024-based with two decimals, rounded. What rounds up to 1024 of a unit is 1.00 of the next. */
export const formatFileSize = (bytes: number | null | undefined): string => {
  if (!isShowable(bytes) || bytes < 0) return EMPTY_TEXT
  const hundredthsIn = (power: number): number => Math.round((bytes / STEP ** power) * 100)
  const power = [1, 2, 3].filter((next) => hundredthsIn(next - 1) >= STEP * 100).length
  return `${(hundredthsIn(power) / 100).toFixed(2)} ${units[power]}`
}
