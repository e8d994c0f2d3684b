import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hex } from '../testing/hex.ts'
import { escape, unescape, withoutReordering, withoutVui } from './parameter-sets.ts'
import { type Hrd, parseSps, type Sps, type Vui, writeSps } from './sps.ts'

/** Bits in groups, as the standard lists the fields. */
const bits = (text: string): string => {
  const all = text.replaceAll(/[^01]/g, '')
  const padded = all.padEnd(Math.ceil(all.length / 8) * 8, '0')
  return (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('')
}
const START = '00000001'
const PPS = `${START}68ce3c80`

/** Field by field: profile 66, level 3.1, 45 by 80 macroblocks, one reference frame. */
const BARE = '01100111 01000010 11000000 00011111 1 1 011 010 0 00000101101 0000001010000 1 1 0'
const RESTRICTION = '1  1 011 010 000010000 000010000 1 010'

const REWRITTEN: readonly [string, string, string][] = [
  ['without VUI', bits(`${BARE} 0 1`), bits(`${BARE} 1 0 0 0 0 0 0 0 0 ${RESTRICTION} 1`)],
  [
    'with a VUI of colours that says nothing of reordering',
    bits(`${BARE} 1 0 0 1 101 0 0 0 0 0 0 0 0 1`),
    bits(`${BARE} 1 0 0 1 101 0 0 0 0 0 0 0 ${RESTRICTION} 1`),
  ],
  [
    'with a buffer larger than its references',
    bits(`${BARE} 1 0 0 0 0 0 0 0 0 1 1 1 1 010 010 1 00101 1`),
    bits(`${BARE} 1 0 0 0 0 0 0 0 0 1 1 1 1 010 010 1 010 1`),
  ],
  ['of a phone of 2013, baseline', '6742000a96540501e880', '6742000a96540501e900da08042a'],
  [
    'of a camera, main profile with timing',
    '674d00329635405001e34dc0404050000070800015f90040',
    '674d00329635405001e34dc0404050000070800015f900da08042a',
  ],
  [
    'of a camera with cropping and two references',
    '674d001f9a6602802dff35010101400000fa00001d4c01',
    '674d001f9a6602802dff35010101400000fa00001d4c03682010b8',
  ],
]

const LEFT: readonly [string, string][] = [
  ['a phone that declares it already', '6742801fda0280f6948281010368509a80'],
  ['x264 without B frames', '6742c01ed903c56840000003004000000c03c58b92'],
  ['a file with B frames', '677a001fbcd9405005ba1000000300c000002ae0f1831960'],
  ['cut off', '6742c01ed903'],
  ['an endless number', '6742c01e000003000003000003000003000003'],
  ['bytes behind its end', `${bits(`${BARE} 0 1`)}ff`],
  ['a picture parameter set', '68ce3c80'],
]

describe('parameter sets', () => {
  test.each(REWRITTEN)('%s are told to be in order', (_name, before, after) => {
    const rewritten = withoutReordering(hex(START + before + PPS))
    expect(Buffer.from(rewritten).toString('hex')).toBe(START + after + PPS)
    expect(withoutReordering(rewritten)).toBe(rewritten)
  })

  test.each(LEFT)('%s stay as they are', (_name, unit) => {
    const given = hex(START + unit + PPS)
    expect(withoutReordering(given)).toBe(given)
  })

  test('of every kind in one packet, behind short and long start codes, up to the first slice', () => {
    const [, before, after] = REWRITTEN[3] ?? []
    const given = hex(`00000109f0 000001${before} ${START}${before}0000 00 ${PPS} 00000165 888000000001${before}`)
    const wanted = hex(`00000109f0 000001${after} ${START}${after}0000 00 ${PPS} 00000165 888000000001${before}`)
    expect(withoutReordering(given)).toEqual(wanted)
  })

  test('without a unit are left', () => {
    for (const text of ['', '00', '000001', '6742000a96540501e880']) {
      expect(withoutReordering(hex(text))).toEqual(hex(text))
    }
  })

  test('lose their VUI, as phones write them', () => {
    const given = hex(`${START}6742c01ed903c56840000003004000000c03c58b92${PPS}`)
    const bare = withoutVui(given)
    expect(parseSps(unescape(bare.subarray(4, bare.length - 8)))).toEqual({
      ...parseSps(unescape(given.subarray(4, given.length - 8))),
      vui: null,
    })
  })
})

const whole = (max: number) => fc.integer({ min: 0, max })
const offset = fc.integer({ min: -(2 ** 20), max: 2 ** 20 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const list = <T>(arbitrary: fc.Arbitrary<T>, length: number) =>
  fc.array(arbitrary, { minLength: length, maxLength: length })

const hrds: fc.Arbitrary<Hrd> = fc.record({
  bitRateScale: whole(15),
  cpbSizeScale: whole(15),
  cpbs: fc.array(
    fc.record({ bitRateValueMinus1: whole(2 ** 31), sizeValueMinus1: whole(2 ** 31), isCbr: fc.boolean() }),
    { minLength: 1, maxLength: 32 },
  ),
  lengths: list(whole(31), 4),
})
const vuis: fc.Arbitrary<Vui> = fc
  .record({
    aspectRatio: maybe(
      fc.oneof(
        fc.record({ idc: whole(254), width: fc.constant(0), height: fc.constant(0) }),
        fc.record({ idc: fc.constant(255), width: whole(65_535), height: whole(65_535) }),
      ),
    ),
    isOverscanAppropriate: maybe(fc.boolean()),
    videoSignal: maybe(fc.record({ format: whole(7), isFullRange: fc.boolean(), colours: maybe(list(whole(255), 3)) })),
    chromaLocation: maybe(list(whole(5), 2)),
    timing: maybe(
      fc.record({ unitsInTick: whole(2 ** 32 - 1), timeScale: whole(2 ** 32 - 1), isFixedFrameRate: fc.boolean() }),
    ),
    nalHrd: maybe(hrds),
    vclHrd: maybe(hrds),
    isLowDelayHrd: fc.boolean(),
    hasPicStruct: fc.boolean(),
    restriction: maybe(
      fc.record({
        areVectorsOverBoundaries: fc.boolean(),
        maxBytesPerPicDenom: whole(16),
        maxBitsPerMbDenom: whole(16),
        log2MaxVectorHorizontal: whole(16),
        log2MaxVectorVertical: whole(16),
        maxNumReorderFrames: whole(3),
        maxDecFrameBuffering: whole(16),
      }),
    ),
  })
  .map((vui) => ({ ...vui, isLowDelayHrd: vui.isLowDelayHrd && (vui.nalHrd ?? vui.vclHrd) !== null }))
/** Deltas of a list that is coded to its end, and of one that ends with a scale of 0. */
const scalingLists = (size: number) => fc.oneof(fc.constant([-8]), fc.constant(Array.from({ length: size }, () => 1)))
const chromas = whole(3).chain((formatIdc) =>
  fc.record({
    formatIdc: fc.constant(formatIdc),
    isSeparatePlane: formatIdc === 3 ? fc.boolean() : fc.constant(false),
    bitDepthLumaMinus8: whole(6),
    bitDepthChromaMinus8: whole(6),
    isTransformBypassed: fc.boolean(),
    scalingLists: maybe(
      fc.tuple(
        ...Array.from({ length: formatIdc === 3 ? 12 : 8 }, (_, index) => maybe(scalingLists(index < 6 ? 16 : 64))),
      ),
    ),
  }),
)
const common = {
  nalHeader: fc.constantFrom(0x27, 0x47, 0x67),
  constraintFlags: whole(255),
  levelIdc: whole(255),
  id: whole(31),
  log2MaxFrameNumMinus4: whole(12),
  pictureOrder: fc.oneof(
    fc.record({ type: fc.constant(0 as const), log2MaxLsbMinus4: whole(12) }),
    fc.record({
      type: fc.constant(1 as const),
      isDeltaAlwaysZero: fc.boolean(),
      offsetForNonRefPic: offset,
      offsetForTopToBottomField: offset,
      offsetsForRefFrame: fc.array(offset, { maxLength: 255 }),
    }),
    fc.constant({ type: 2 as const }),
  ),
  maxNumRefFrames: whole(16),
  areGapsAllowed: fc.boolean(),
  widthInMacroblocksMinus1: whole(1000),
  heightInMapUnitsMinus1: whole(1000),
  frameMbsOnly: fc.boolean(),
  isMbAdaptive: fc.boolean(),
  hasDirect8x8Inference: fc.boolean(),
  cropping: maybe(list(whole(1000), 4)),
  vui: maybe(vuis),
}
const spss: fc.Arbitrary<Sps> = fc
  .oneof(
    fc.record({ ...common, profileIdc: fc.constantFrom(66, 77, 88), chroma: fc.constant(null) }),
    fc.record({ ...common, profileIdc: fc.constantFrom(100, 110, 122, 244, 44), chroma: chromas }),
  )
  .map((sps) => ({ ...sps, isMbAdaptive: sps.isMbAdaptive && !sps.frameMbsOnly }))

const annexBOf = (sps: Sps): Uint8Array => Uint8Array.of(0, 0, 0, 1, ...escape(writeSps(sps)))
const spsOf = (annexB: Uint8Array): Sps => parseSps(unescape(annexB.subarray(4)))

describe('any SPS', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(spss, (sps) => {
        expect(parseSps(writeSps(sps))).toEqual(sps)
      }),
    )
  })

  test('keeps everything but the order of its frames', () => {
    fc.assert(
      fc.property(spss, (sps) => {
        const rewritten = withoutReordering(annexBOf(sps))
        const { vui, ...rest } = spsOf(rewritten)
        const { vui: vuiBefore, ...restBefore } = sps
        expect(rest).toEqual(restBefore)
        const isLeft = (vuiBefore?.restriction?.maxNumReorderFrames ?? 0) > 0
        expect(vui?.restriction).toMatchObject(
          isLeft
            ? (vuiBefore?.restriction ?? {})
            : { maxNumReorderFrames: 0, maxDecFrameBuffering: sps.maxNumRefFrames },
        )
        expect({ ...vui, restriction: null }).toMatchObject({ ...vuiBefore, restriction: null })
        expect(withoutReordering(rewritten)).toBe(rewritten)
      }),
    )
  })

  test('of any bytes throws nothing, and what is not changed is the same object', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const given = Uint8Array.of(0, 0, 1, 0x67, ...bytes)
        const rewritten = withoutReordering(given)
        expect(withoutReordering(rewritten)).toBe(rewritten)
      }),
    )
  })

  test('hides every start code of its payload', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 2, 3, 4, 0xff), { maxLength: 60 }), (bytes) => {
        const payload = Uint8Array.from(bytes)
        const escaped = escape(payload)
        expect(unescape(escaped)).toEqual(payload)
        expect(Buffer.from(escaped).toString('hex')).not.toMatch(/^(?:..)*00000[0-2]/)
      }),
    )
  })
})
