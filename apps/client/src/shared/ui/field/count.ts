export interface CountLimits {
  readonly minimum: number
  readonly maximum?: number
}

export const withinLimits = (count: number, { minimum, maximum = Number.MAX_SAFE_INTEGER }: CountLimits): number =>
  Math.min(Math.max(count, minimum), maximum)

/** More digits than any count has; longer pasted text is cut. */
const MAXIMUM_DIGITS = 6

/** Text allowed while a count is typed: digits, or empty. */
export const countDigits = (text: string): string => text.replace(/\D/g, '').slice(0, MAXIMUM_DIGITS)

/** The count that was typed, once it is left: nothing counts as the least. */
export const countOf = (digits: string, limits: CountLimits): number => withinLimits(Number(digits), limits)
