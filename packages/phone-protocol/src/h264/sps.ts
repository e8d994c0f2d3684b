import { BitReader, BitWriter } from './bits.ts'

/** A sequence parameter set of H.264, section 7.3.2.1.1, field by field in its order. */
export interface Sps {
  readonly nalHeader: number
  readonly profileIdc: number
  readonly constraintFlags: number
  readonly levelIdc: number
  readonly id: number
  /** Only in the profiles that have it. */
  readonly chroma: Chroma | null
  readonly log2MaxFrameNumMinus4: number
  readonly pictureOrder: PictureOrder
  readonly maxNumRefFrames: number
  readonly areGapsAllowed: boolean
  readonly widthInMacroblocksMinus1: number
  readonly heightInMapUnitsMinus1: number
  readonly frameMbsOnly: boolean
  readonly isMbAdaptive: boolean
  readonly hasDirect8x8Inference: boolean
  /** Left, right, top and bottom. */
  readonly cropping: readonly number[] | null
  readonly vui: Vui | null
}

export interface Chroma {
  readonly formatIdc: number
  readonly isSeparatePlane: boolean
  readonly bitDepthLumaMinus8: number
  readonly bitDepthChromaMinus8: number
  readonly isTransformBypassed: boolean
  /** The coded deltas of each list; null for a list that falls back. */
  readonly scalingLists: readonly (readonly number[] | null)[] | null
}

export type PictureOrder =
  | { readonly type: 0; readonly log2MaxLsbMinus4: number }
  | {
      readonly type: 1
      readonly isDeltaAlwaysZero: boolean
      readonly offsetForNonRefPic: number
      readonly offsetForTopToBottomField: number
      readonly offsetsForRefFrame: readonly number[]
    }
  | { readonly type: 2 }

/** Video usability information, section E.1.1. */
export interface Vui {
  readonly aspectRatio: { readonly idc: number; readonly width: number; readonly height: number } | null
  readonly isOverscanAppropriate: boolean | null
  readonly videoSignal: {
    readonly format: number
    readonly isFullRange: boolean
    /** Primaries, transfer characteristics and matrix coefficients. */
    readonly colours: readonly number[] | null
  } | null
  readonly chromaLocation: readonly number[] | null
  readonly timing: {
    readonly unitsInTick: number
    readonly timeScale: number
    readonly isFixedFrameRate: boolean
  } | null
  readonly nalHrd: Hrd | null
  readonly vclHrd: Hrd | null
  readonly isLowDelayHrd: boolean
  readonly hasPicStruct: boolean
  readonly restriction: BitstreamRestriction | null
}

/** Section E.1.2. */
export interface Hrd {
  readonly bitRateScale: number
  readonly cpbSizeScale: number
  readonly cpbs: readonly {
    readonly bitRateValueMinus1: number
    readonly sizeValueMinus1: number
    readonly isCbr: boolean
  }[]
  /** Initial and later removal delay, output delay, time offset. */
  readonly lengths: readonly number[]
}

export interface BitstreamRestriction {
  readonly areVectorsOverBoundaries: boolean
  readonly maxBytesPerPicDenom: number
  readonly maxBitsPerMbDenom: number
  readonly log2MaxVectorHorizontal: number
  readonly log2MaxVectorVertical: number
  readonly maxNumReorderFrames: number
  readonly maxDecFrameBuffering: number
}

const PROFILES_WITH_CHROMA: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
])
const FORMAT_444 = 3
const EXTENDED_SAR = 255
const HRD_LENGTHS = 4
const HRD_LENGTH_BITS = 5
const MAX_REF_FRAMES_IN_CYCLE = 255
const MAX_CPB_INDEX = 31

const scalingListSize = (index: number): number => (index < 6 ? 16 : 64)

/** Reads the payload of a NAL unit without emulation prevention; throws a ProtocolError when it is no SPS. */
export function parseSps(bytes: Uint8Array): Sps {
  const reader = new BitReader(bytes)
  const nalHeader = reader.bits(8)
  const profileIdc = reader.bits(8)
  const constraintFlags = reader.bits(8)
  const levelIdc = reader.bits(8)
  const id = reader.unsigned(31)
  const chroma = PROFILES_WITH_CHROMA.has(profileIdc) ? readChroma(reader) : null
  const log2MaxFrameNumMinus4 = reader.unsigned(12)
  const pictureOrder = readPictureOrder(reader)
  const maxNumRefFrames = reader.unsigned(16)
  const areGapsAllowed = reader.flag()
  const widthInMacroblocksMinus1 = reader.unsigned()
  const heightInMapUnitsMinus1 = reader.unsigned()
  const frameMbsOnly = reader.flag()
  const isMbAdaptive = frameMbsOnly ? false : reader.flag()
  const hasDirect8x8Inference = reader.flag()
  const cropping = optional(reader, () => times(4, () => reader.unsigned()))
  const vui = optional(reader, () => readVui(reader))
  return {
    nalHeader,
    profileIdc,
    constraintFlags,
    levelIdc,
    id,
    chroma,
    log2MaxFrameNumMinus4,
    pictureOrder,
    maxNumRefFrames,
    areGapsAllowed,
    widthInMacroblocksMinus1,
    heightInMapUnitsMinus1,
    frameMbsOnly,
    isMbAdaptive,
    hasDirect8x8Inference,
    cropping,
    vui,
  }
}

export function writeSps(sps: Sps): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter()
  for (const byte of [sps.nalHeader, sps.profileIdc, sps.constraintFlags, sps.levelIdc]) writer.bits(byte, 8)
  writer.unsigned(sps.id)
  if (sps.chroma) writeChroma(writer, sps.chroma)
  writer.unsigned(sps.log2MaxFrameNumMinus4)
  writePictureOrder(writer, sps.pictureOrder)
  writer.unsigned(sps.maxNumRefFrames)
  writer.flag(sps.areGapsAllowed)
  writer.unsigned(sps.widthInMacroblocksMinus1)
  writer.unsigned(sps.heightInMapUnitsMinus1)
  writer.flag(sps.frameMbsOnly)
  if (!sps.frameMbsOnly) writer.flag(sps.isMbAdaptive)
  writer.flag(sps.hasDirect8x8Inference)
  writeOptional(writer, sps.cropping, (sides) => sides.forEach((side) => writer.unsigned(side)))
  writeOptional(writer, sps.vui, (vui) => writeVui(writer, vui))
  return writer.finish()
}

const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read)

/** A field preceded by its presence flag. */
const optional = <T>(reader: BitReader, read: () => T): T | null => (reader.flag() ? read() : null)

function writeOptional<T>(writer: BitWriter, value: T | null, write: (value: T) => void): void {
  writer.flag(value !== null)
  if (value !== null) write(value)
}

function readChroma(reader: BitReader): Chroma {
  const formatIdc = reader.unsigned(FORMAT_444)
  return {
    formatIdc,
    isSeparatePlane: formatIdc === FORMAT_444 && reader.flag(),
    bitDepthLumaMinus8: reader.unsigned(6),
    bitDepthChromaMinus8: reader.unsigned(6),
    isTransformBypassed: reader.flag(),
    scalingLists: optional(reader, () =>
      Array.from({ length: formatIdc === FORMAT_444 ? 12 : 8 }, (_, index) =>
        optional(reader, () => readScalingList(reader, scalingListSize(index))),
      ),
    ),
  }
}

/** The deltas that are coded: none follow once the next scale is 0. */
function readScalingList(reader: BitReader, size: number): number[] {
  const deltas: number[] = []
  for (let scale = 8; deltas.length < size && scale !== 0; ) {
    const delta = reader.signed()
    deltas.push(delta)
    scale = (((scale + delta) % 256) + 256) % 256
  }
  return deltas
}

function writeChroma(writer: BitWriter, chroma: Chroma): void {
  writer.unsigned(chroma.formatIdc)
  if (chroma.formatIdc === FORMAT_444) writer.flag(chroma.isSeparatePlane)
  writer.unsigned(chroma.bitDepthLumaMinus8)
  writer.unsigned(chroma.bitDepthChromaMinus8)
  writer.flag(chroma.isTransformBypassed)
  writeOptional(writer, chroma.scalingLists, (lists) => {
    for (const list of lists) writeOptional(writer, list, (deltas) => deltas.forEach((delta) => writer.signed(delta)))
  })
}

function readPictureOrder(reader: BitReader): PictureOrder {
  const type = reader.unsigned(2)
  if (type === 0) return { type, log2MaxLsbMinus4: reader.unsigned(12) }
  if (type === 2) return { type }
  return {
    type: 1,
    isDeltaAlwaysZero: reader.flag(),
    offsetForNonRefPic: reader.signed(),
    offsetForTopToBottomField: reader.signed(),
    offsetsForRefFrame: times(reader.unsigned(MAX_REF_FRAMES_IN_CYCLE), () => reader.signed()),
  }
}

function writePictureOrder(writer: BitWriter, order: PictureOrder): void {
  writer.unsigned(order.type)
  if (order.type === 0) writer.unsigned(order.log2MaxLsbMinus4)
  if (order.type !== 1) return
  writer.flag(order.isDeltaAlwaysZero)
  writer.signed(order.offsetForNonRefPic)
  writer.signed(order.offsetForTopToBottomField)
  writer.unsigned(order.offsetsForRefFrame.length)
  for (const offset of order.offsetsForRefFrame) writer.signed(offset)
}

function readVui(reader: BitReader): Vui {
  const aspectRatio = optional(reader, () => {
    const idc = reader.bits(8)
    const isExtended = idc === EXTENDED_SAR
    return { idc, width: isExtended ? reader.bits(16) : 0, height: isExtended ? reader.bits(16) : 0 }
  })
  const isOverscanAppropriate = optional(reader, () => reader.flag())
  const videoSignal = optional(reader, () => ({
    format: reader.bits(3),
    isFullRange: reader.flag(),
    colours: optional(reader, () => times(3, () => reader.bits(8))),
  }))
  const chromaLocation = optional(reader, () => times(2, () => reader.unsigned(5)))
  const timing = optional(reader, () => ({
    unitsInTick: reader.bits(32),
    timeScale: reader.bits(32),
    isFixedFrameRate: reader.flag(),
  }))
  const nalHrd = optional(reader, () => readHrd(reader))
  const vclHrd = optional(reader, () => readHrd(reader))
  const isLowDelayHrd = nalHrd || vclHrd ? reader.flag() : false
  const hasPicStruct = reader.flag()
  const restriction = optional(reader, () => ({
    areVectorsOverBoundaries: reader.flag(),
    maxBytesPerPicDenom: reader.unsigned(16),
    maxBitsPerMbDenom: reader.unsigned(16),
    log2MaxVectorHorizontal: reader.unsigned(16),
    log2MaxVectorVertical: reader.unsigned(16),
    maxNumReorderFrames: reader.unsigned(16),
    maxDecFrameBuffering: reader.unsigned(16),
  }))
  return {
    aspectRatio,
    isOverscanAppropriate,
    videoSignal,
    chromaLocation,
    timing,
    nalHrd,
    vclHrd,
    isLowDelayHrd,
    hasPicStruct,
    restriction,
  }
}

function writeVui(writer: BitWriter, vui: Vui): void {
  writeOptional(writer, vui.aspectRatio, ({ idc, width, height }) => {
    writer.bits(idc, 8)
    if (idc === EXTENDED_SAR) for (const side of [width, height]) writer.bits(side, 16)
  })
  writeOptional(writer, vui.isOverscanAppropriate, (isAppropriate) => writer.flag(isAppropriate))
  writeOptional(writer, vui.videoSignal, ({ format, isFullRange, colours }) => {
    writer.bits(format, 3)
    writer.flag(isFullRange)
    writeOptional(writer, colours, (values) => values.forEach((value) => writer.bits(value, 8)))
  })
  writeOptional(writer, vui.chromaLocation, (values) => values.forEach((value) => writer.unsigned(value)))
  writeOptional(writer, vui.timing, ({ unitsInTick, timeScale, isFixedFrameRate }) => {
    writer.bits(unitsInTick, 32)
    writer.bits(timeScale, 32)
    writer.flag(isFixedFrameRate)
  })
  writeOptional(writer, vui.nalHrd, (hrd) => writeHrd(writer, hrd))
  writeOptional(writer, vui.vclHrd, (hrd) => writeHrd(writer, hrd))
  if (vui.nalHrd || vui.vclHrd) writer.flag(vui.isLowDelayHrd)
  writer.flag(vui.hasPicStruct)
  writeOptional(writer, vui.restriction, (restriction) => {
    writer.flag(restriction.areVectorsOverBoundaries)
    writer.unsigned(restriction.maxBytesPerPicDenom)
    writer.unsigned(restriction.maxBitsPerMbDenom)
    writer.unsigned(restriction.log2MaxVectorHorizontal)
    writer.unsigned(restriction.log2MaxVectorVertical)
    writer.unsigned(restriction.maxNumReorderFrames)
    writer.unsigned(restriction.maxDecFrameBuffering)
  })
}

function readHrd(reader: BitReader): Hrd {
  const count = reader.unsigned(MAX_CPB_INDEX) + 1
  return {
    bitRateScale: reader.bits(4),
    cpbSizeScale: reader.bits(4),
    cpbs: times(count, () => ({
      bitRateValueMinus1: reader.unsigned(),
      sizeValueMinus1: reader.unsigned(),
      isCbr: reader.flag(),
    })),
    lengths: times(HRD_LENGTHS, () => reader.bits(HRD_LENGTH_BITS)),
  }
}

function writeHrd(writer: BitWriter, { bitRateScale, cpbSizeScale, cpbs, lengths }: Hrd): void {
  writer.unsigned(cpbs.length - 1)
  writer.bits(bitRateScale, 4)
  writer.bits(cpbSizeScale, 4)
  for (const { bitRateValueMinus1, sizeValueMinus1, isCbr } of cpbs) {
    writer.unsigned(bitRateValueMinus1)
    writer.unsigned(sizeValueMinus1)
    writer.flag(isCbr)
  }
  for (const length of lengths) writer.bits(length, HRD_LENGTH_BITS)
}
