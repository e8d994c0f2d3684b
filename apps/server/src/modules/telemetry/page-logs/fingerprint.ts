import { createHash } from 'node:crypto'
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts'

/** Stack frame without the parts that differ between builds: position, origin, content hash. */
const frameOf = (line: string): string =>
  line
    .trim()
    .replace(/https?:\/\/[^/\s]+/g, '')
    .replace(/:\d+/g, '')
    .replace(/\.[0-9a-f]{6,}(?=\.)/g, '')

const FRAMES = 3
const LENGTH = 32

/** Equal for the same error of any client and release. */
export const fingerprintOf = (message: string, stack: string): string => {
  const frames = stack
    .split('\n')
    .filter((line) => /:\d+/.test(line))
    .slice(0, FRAMES)
    .map(frameOf)
  return createHash('sha256')
    .update([message, ...frames].join('\n'))
    .digest('hex')
    .slice(0, LENGTH)
}

const HOUR_MS = 60 * MINUTE_MS
const KINDS_AN_HOUR = 200

/** Fingerprint of all errors beyond the limit. */
export const TOO_MANY_KINDS = 'too-many-kinds'

/** Bounds the distinct errors per hour that one process records: reports are anonymous. */
export const createKindLimit = (clock: Clock, kindsAnHour = KINDS_AN_HOUR) => {
  let known = new Set<string>()
  let hour = 0
  return (fingerprint: string): string => {
    const now = Math.floor(clock.now().getTime() / HOUR_MS)
    if (now !== hour) known = new Set()
    hour = now
    if (!known.has(fingerprint) && known.size >= kindsAnHour) return TOO_MANY_KINDS
    known.add(fingerprint)
    return fingerprint
  }
}
