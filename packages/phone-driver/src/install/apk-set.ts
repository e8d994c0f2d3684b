import { bad } from './zip.ts'

/** Fields of bundletool's `BuildApksResult`, by their numbers in commands.proto and targeting.proto. */
const VARIANT = 1
const Variant = { targeting: 1, apkSet: 2 }
const SDK_TARGETING = 1
const SDK_VALUE = 1
const SDK_MIN = 1
const INT32_VALUE = 1
const APK_DESCRIPTION = 2
const ApkDescription = { path: 2, splitMetadata: 3, standaloneMetadata: 4 }

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

interface SetVariant {
  readonly minSdk: number
  readonly splits: readonly string[]
  readonly standalones: readonly string[]
}

/** Paths of the APKs that `toc.pb` lists for a version of Android; the splits where there are both. */
export function listApkSet(toc: Uint8Array, sdk: number): readonly string[] {
  const variants = subMessages(toc, VARIANT)
    .map(parseVariant)
    .filter(({ minSdk }) => minSdk <= sdk)
    .toSorted((one, other) => other.minSdk - one.minSdk)
  const split = variants.find(({ splits }) => splits.length > 0)
  return split?.splits ?? variants.find(({ standalones }) => standalones.length > 0)?.standalones ?? []
}

function parseVariant(variant: Uint8Array): SetVariant {
  const [targeting] = subMessages(variant, Variant.targeting)
  const sdks = targeting ? subMessages(targeting, SDK_TARGETING).flatMap((sdk) => subMessages(sdk, SDK_VALUE)) : []
  const minimums = sdks.flatMap((sdk) => subMessages(sdk, SDK_MIN)).map((value) => numberField(value, INT32_VALUE))
  const apks = subMessages(variant, Variant.apkSet).flatMap((set) => subMessages(set, APK_DESCRIPTION))
  const pathsWith = (field: number) =>
    apks
      .filter((apk) => subMessages(apk, field).length > 0)
      .flatMap((apk) => subMessages(apk, ApkDescription.path).map(text))
  return {
    minSdk: Math.max(0, ...minimums),
    splits: pathsWith(ApkDescription.splitMetadata),
    standalones: pathsWith(ApkDescription.standaloneMetadata),
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const subMessages = (message: Uint8Array, field: number): Uint8Array[] =>
  readFields(message).flatMap((each) => (each.field === field && each.bytes ? [each.bytes] : []))

const numberField = (message: Uint8Array, field: number): number =>
  readFields(message).find((each) => each.field === field)?.value ?? 0

interface Field {
  readonly field: number
  readonly value?: number
  readonly bytes?: Uint8Array
}

/** Protocol Buffers' wire format. */
function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const readVarint = (): number => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = message[at]
      if (byte === undefined || scale > 2 ** 63) throw bad('toc.pb is damaged')
      at += 1
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const tag = readVarint()
    const field = Math.floor(tag / 8)
    const type = tag % 8
    if (type === VARINT) fields.push({ field, value: readVarint() })
    else {
      const length = type === BYTES ? readVarint() : type === FIXED64 ? 8 : type === FIXED32 ? 4 : Number.NaN
      if (!(at + length <= message.length)) throw bad('toc.pb is damaged')
      fields.push({ field, bytes: message.subarray(at, at + length) })
      at += length
    }
  }
  return fields
}
