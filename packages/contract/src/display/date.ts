import { EMPTY_TEXT } from './empty.ts'

export type DateFormat = 'YYYY-MM-DD' | 'MM/DD HH:mm' | 'YYYY-MM-DD HH:mm'

/** Epoch milliseconds, as on the wire. */
export type Instant = number | null | undefined

const MINUTE_MS = 60_000

/** Minutes that a wall clock is ahead of UTC at an instant; where summer time is kept, it differs over the year. */
export type OffsetMinutes = number

/** The viewer's own wall clock. The server, which has no viewer, passes an offset of its own. */
export const viewerOffsetMinutes = (atMs: number): OffsetMinutes => -new Date(atMs).getTimezoneOffset()

const two = (part: number): string => String(part).padStart(2, '0')

/** 0 is no date: nothing of this product happened in 1970. */
export const isDate = (atMs: Instant): atMs is number => Boolean(atMs) && !Number.isNaN(new Date(atMs ?? 0).getTime())

/** A date in the viewer's time zone unless another offset is given. */
export const formatDate = (atMs: Instant, format: DateFormat = 'YYYY-MM-DD', offsetMinutes?: OffsetMinutes): string => {
  if (!isDate(atMs)) return EMPTY_TEXT
  const wall = new Date(atMs + (offsetMinutes ?? viewerOffsetMinutes(atMs)) * MINUTE_MS)
  const year = String(wall.getUTCFullYear()).padStart(4, '0')
  const [month, day] = [two(wall.getUTCMonth() + 1), two(wall.getUTCDate())]
  const time = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`
  switch (format) {
    case 'YYYY-MM-DD':
      return `${year}-${month}-${day}`
    case 'MM/DD HH:mm':
      return `${month}/${day} ${time}`
    case 'YYYY-MM-DD HH:mm':
      return `${year}-${month}-${day} ${time}`
  }
}
