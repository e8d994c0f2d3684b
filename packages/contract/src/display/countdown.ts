import { type Instant, isDate } from './date.ts'
import { EMPTY_TEXT } from './empty.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** `14:32` or `1:42:08` until an end; a begun second still counts, so that 00:00 stands only when it is over. */
export const countdown = (endsAtMs: Instant, nowMs: number): string => {
  if (!isDate(endsAtMs)) return EMPTY_TEXT
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock}`
}
