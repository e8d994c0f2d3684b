/** What stands where there is nothing to show (section 9). */
export const EMPTY_TEXT = '--'

export const orDashes = (text: string | null | undefined): string => text || EMPTY_TEXT

/** A number that can be shown. 0 is one: it is a real price, distance and size. */
export const isShowable = (value: number | null | undefined): value is number => Number.isFinite(value)
