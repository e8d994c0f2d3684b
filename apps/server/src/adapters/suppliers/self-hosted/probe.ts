import type { PhoneKeys } from '@yunji/phone-driver/keys'
import { untilAborted } from '@yunji/phone-driver/operation'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone } from '@yunji/phone-driver/types'
import type { PhoneAddress, PhoneFacts } from '../../../platform/supplier.ts'

const LONGEST_TEXT = 64
const KILOBYTE = 1024

/** Connects by a link of its own, so that a phone that hangs holds up nobody else. */
export const probePhone = (address: PhoneAddress, keys: PhoneKeys, signal: AbortSignal): Promise<PhoneFacts> =>
  withPhone(address, keys, signal, readFacts)

export const isPhoneUp = (address: PhoneAddress, keys: PhoneKeys, signal: AbortSignal): Promise<boolean> =>
  withPhone(address, keys, signal, (phone) => phone.health()).then(
    ({ isBooted }) => isBooted,
    () => false,
  )

async function withPhone<Result>(
  { host, port }: PhoneAddress,
  keys: PhoneKeys,
  signal: AbortSignal,
  work: (phone: Phone) => Promise<Result>,
): Promise<Result> {
  const phone = openPhone({ host, port, keys })
  try {
    return await untilAborted(signal, work(phone))
  } finally {
    await phone.close()
  }
}

async function readFacts(phone: Phone): Promise<PhoneFacts> {
  const { isBooted, roundTripMs } = await phone.health()
  const output = async (...argv: string[]): Promise<string> =>
    phone.run(argv).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
  const [androidVersion, sdk, model, size, storage] = await Promise.all([
    output('getprop', 'ro.build.version.release'),
    output('getprop', 'ro.build.version.sdk'),
    output('getprop', 'ro.product.model'),
    output('wm', 'size'),
    output('df', '-k', '/data'),
  ])
  const hasEncoder = await phone.listEncoders().then(
    (encoders) => encoders.some(({ codec }) => codec === 'h264'),
    () => null,
  )
  return {
    isBooted,
    roundTripMs: Math.max(0, Math.round(roundTripMs)),
    androidVersion: plain(androidVersion),
    sdk: /^\d{1,3}$/.test(sdk) ? Number(sdk) : null,
    model: plain(model),
    ...screenOf(size),
    ...storageOf(storage),
    hasEncoder,
  }
}

/** Texts of a phone reach an operator's page: one short line without control characters. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, LONGEST_TEXT)

const screenOf = (text: string): { screen: string } => {
  const [, width, height] = /(\d{2,5})x(\d{2,5})\s*$/.exec(text) ?? []
  return { screen: width && height ? `${width} × ${height}` : '' }
}

/** Second and fourth column of the last line of `df`, in kilobytes. */
const storageOf = (text: string): Pick<PhoneFacts, 'storageBytes' | 'freeBytes'> => {
  const columns = text.split('\n').at(-1)?.trim().split(/\s+/) ?? []
  const bytesOf = (column: string | undefined): number | null => {
    const bytes = Number(column ?? Number.NaN) * KILOBYTE
    return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
  }
  return { storageBytes: bytesOf(columns[1]), freeBytes: bytesOf(columns[3]) }
}
