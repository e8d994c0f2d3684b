import { ProtocolError } from '../protocol-error.ts'
import { type BitstreamRestriction, parseSps, type Sps, type Vui, writeSps } from './sps.ts'

const NAL_TYPE = 0x1f
const SPS = 7
const LAST_VCL = 5
const EMULATION_PREVENTION = 3

const NO_VUI: Vui = {
  aspectRatio: null,
  isOverscanAppropriate: null,
  videoSignal: null,
  chromaLocation: null,
  timing: null,
  nalHrd: null,
  vclHrd: null,
  isLowDelayHrd: false,
  hasPicStruct: false,
  restriction: null,
}

/** Section E.2.1: what holds for a stream that does not say it. Vectors of any level fit into 2^15. */
const DEFAULT_RESTRICTION: Omit<BitstreamRestriction, 'maxNumReorderFrames' | 'maxDecFrameBuffering'> = {
  areVectorsOverBoundaries: true,
  maxBytesPerPicDenom: 2,
  maxBitsPerMbDenom: 1,
  log2MaxVectorHorizontal: 15,
  log2MaxVectorVertical: 15,
}

/**
 * Parameter sets in Annex B that declare frames to be shown in the order they come. A decoder that is not told holds as
 * many frames back as its buffer takes, in case one of them belongs before the others; encoders of phones write none out
 * of order and mostly do not say so. What declares reordering, or cannot be read, stays as it is.
 */
export const withoutReordering = (annexB: Uint8Array): Uint8Array =>
  mapSps(annexB, (sps) => {
    const { maxNumRefFrames, vui } = sps
    if ((vui?.restriction?.maxNumReorderFrames ?? 0) > 0) return sps
    const restriction = {
      ...DEFAULT_RESTRICTION,
      ...vui?.restriction,
      maxNumReorderFrames: 0,
      maxDecFrameBuffering: maxNumRefFrames,
    }
    return { ...sps, vui: { ...NO_VUI, ...vui, restriction } }
  })

/** As encoders of phones write them. */
export const withoutVui = (annexB: Uint8Array): Uint8Array => mapSps(annexB, (sps) => ({ ...sps, vui: null }))

/** Changes every SPS ahead of the first slice; everything else stays byte for byte. */
function mapSps(annexB: Uint8Array, change: (sps: Sps) => Sps): Uint8Array {
  const parts: Uint8Array[] = []
  let copiedTo = 0
  for (const { start, end } of unitsAheadOfSlices(annexB)) {
    if (typeOf(annexB, start) !== SPS) continue
    const changed = changeUnit(annexB.subarray(start, end), change)
    if (!changed) continue
    parts.push(annexB.subarray(copiedTo, start), changed)
    copiedTo = end
  }
  return parts.length === 0 ? annexB : concat([...parts, annexB.subarray(copiedTo)])
}

/** The changed unit; undefined when it needs no change or cannot be parsed to its last bit. */
function changeUnit(unit: Uint8Array, change: (sps: Sps) => Sps): Uint8Array | undefined {
  try {
    const sps = parseSps(unescape(unit))
    if (!isEqual(escape(writeSps(sps)), unit)) return undefined
    const changed = escape(writeSps(change(sps)))
    return isEqual(changed, unit) ? undefined : changed
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}

const typeOf = (annexB: Uint8Array, start: number): number => (annexB[start] ?? 0) & NAL_TYPE

/** Each NAL unit up to the first slice, between its start code and the zeros before the next one. */
function* unitsAheadOfSlices(annexB: Uint8Array): Generator<{ readonly start: number; readonly end: number }> {
  let start = -1
  for (let at = 2; at < annexB.length; at += 1) {
    if (annexB[at] !== 1 || annexB[at - 1] !== 0 || annexB[at - 2] !== 0) continue
    if (start >= 0) yield { start, end: withoutZeros(annexB, start, at - 2) }
    start = at + 1
    const type = typeOf(annexB, start)
    if (type >= 1 && type <= LAST_VCL) return
  }
  if (start >= 0) yield { start, end: withoutZeros(annexB, start, annexB.length) }
}

function withoutZeros(bytes: Uint8Array, start: number, end: number): number {
  let last = end
  while (last > start && bytes[last - 1] === 0) last -= 1
  return last
}

/** Takes the bytes out that keep a payload from looking like a start code, H.264 section 7.4.1. */
export function unescape(unit: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of unit) {
    if (zeros >= 2 && byte === EMULATION_PREVENTION) {
      zeros = 0
      continue
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}

export function escape(payload: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= EMULATION_PREVENTION) {
      bytes.push(EMULATION_PREVENTION)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
