import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { createGate } from '../../../platform/concurrency.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { createCoverSigner } from './cover-signer.ts'
import type { Pictures } from './pictures.ts'

/** A picture younger than this is not taken again, however often it is looked at. */
const FRESH_MS = 10_000
/** A phone that gave no picture is left alone for this long. */
const AFTER_FAILURE_MS = 15_000
/** Phones that are asked at once; the others wait their turn. */
const AT_ONCE = 4
const SCREENSHOT_DEADLINE_MS = 7_000
/** Who asks for the very first picture waits this long for it before a drawn one stands in. */
const FIRST_PICTURE_WAIT_MS = 1500
const KEPT_IN_MEMORY = 1000
const LIMIT_BYTES = 1 << 20

interface CoveredDevice {
  readonly id: number
  readonly supplierType: number
  readonly phoneId: string
  readonly state: DeviceState
}

interface CoverPicture {
  readonly jpeg: Buffer
  readonly etag: string
}

export interface CoverAddresses {
  addressOf(userId: number, deviceId: number): string
}

export interface Covers extends CoverAddresses {
  /** What there is, at once; a picture that is no longer fresh is taken again meanwhile. */
  show(device: CoveredDevice): Promise<CoverPicture>
  /** Takes a new picture now, or joins the one being taken. */
  refresh(device: CoveredDevice): Promise<void>
  /** Nothing of what it showed stays. */
  forget(deviceId: number): Promise<void>
}

interface CoverDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly suppliers: Suppliers
  readonly pictures: Pictures
  readonly signer: ReturnType<typeof createCoverSigner>
}

interface Kept extends CoverPicture {
  /** 0 for one that an earlier process took. */
  readonly takenAtMs: number
}

const keyOf = (deviceId: number): string => `covers/${deviceId}.jpg`
const etagOf = (jpeg: Buffer): string => createHash('sha256').update(jpeg).digest('hex').slice(0, 16)

/** The newest picture of each device: in memory for those that are looked at, in the object store for all. */
export const createCovers = ({ clock, log, objectStore, suppliers, pictures, signer }: CoverDeps): Covers => {
  const kept = new Map<number, Kept>()
  const takings = new Map<number, Promise<void>>()
  const restUntilMs = new Map<number, number>()
  /** Whatever began before a device was forgotten must not bring its picture back. */
  const timesForgotten = new Map<number, number>()
  const inTurn = createGate(AT_ONCE)

  const keep = (deviceId: number, picture: Kept): void => {
    kept.delete(deviceId)
    kept.set(deviceId, picture)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_IN_MEMORY && oldest !== undefined) kept.delete(oldest)
  }

  const forgets = (deviceId: number): number => timesForgotten.get(deviceId) ?? 0

  const forgetKept = (deviceId: number): void => {
    timesForgotten.set(deviceId, forgets(deviceId) + 1)
    kept.delete(deviceId)
  }

  const take = async ({ id, supplierType, phoneId }: CoveredDevice, forgetsBefore: number): Promise<void> => {
    const signal = AbortSignal.timeout(SCREENSHOT_DEADLINE_MS)
    const jpeg = await pictures.shrink(await suppliers.of(supplierType).screenshot(phoneId, signal))
    if (forgets(id) !== forgetsBefore) return
    const etag = etagOf(jpeg)
    const isNew = kept.get(id)?.etag !== etag
    keep(id, { jpeg, etag, takenAtMs: clock.now().getTime() })
    if (!isNew) return
    await objectStore.put(keyOf(id), Readable.from([jpeg]), LIMIT_BYTES)
    if (forgets(id) !== forgetsBefore) await objectStore.delete(keyOf(id))
  }

  const refresh = (device: CoveredDevice): Promise<void> => {
    const underWay = takings.get(device.id)
    if (underWay) return underWay
    const forgetsBefore = forgets(device.id)
    const taking = inTurn(() => take(device, forgetsBefore))
      .catch((error: unknown) => {
        restUntilMs.set(device.id, clock.now().getTime() + AFTER_FAILURE_MS)
        throw error
      })
      .finally(() => takings.delete(device.id))
    takings.set(device.id, taking)
    return taking
  }

  const refreshWhenDue = (device: CoveredDevice, known: Kept | undefined): Promise<void> => {
    const nowMs = clock.now().getTime()
    const isFresh = known !== undefined && nowMs - known.takenAtMs < FRESH_MS
    const isResting = nowMs < (restUntilMs.get(device.id) ?? 0)
    if (device.state !== 'running' || isFresh || isResting) return Promise.resolve()
    return refresh(device).catch((error: unknown) => log.debug({ err: error, deviceId: device.id }, 'no new cover'))
  }

  const load = async (deviceId: number): Promise<Kept | undefined> => {
    const body = await objectStore.get(keyOf(deviceId))
    if (!body) return undefined
    const jpeg = await buffer(body)
    return { jpeg, etag: etagOf(jpeg), takenAtMs: 0 }
  }

  const keepStored = async (deviceId: number): Promise<Kept | undefined> => {
    const forgetsBefore = forgets(deviceId)
    const stored = await load(deviceId)
    if (!stored || forgets(deviceId) !== forgetsBefore) return undefined
    keep(deviceId, stored)
    return stored
  }

  return {
    addressOf: (userId, deviceId) => `${signer.sign({ userId, deviceId })}?v=${kept.get(deviceId)?.etag ?? 0}`,

    async show(device) {
      const inMemory = kept.get(device.id)
      if (inMemory) keep(device.id, inMemory)
      const known = inMemory ?? (await keepStored(device.id))
      const taking = refreshWhenDue(device, known)
      if (known) return known
      await Promise.race([taking, delay(FIRST_PICTURE_WAIT_MS, undefined, { ref: false })])
      const first = kept.get(device.id)
      if (first) return first
      return { jpeg: await pictures.placeholder(device.state), etag: `drawn-${device.state}` }
    },

    refresh,

    async forget(deviceId) {
      forgetKept(deviceId)
      await objectStore.delete(keyOf(deviceId))
      forgetKept(deviceId) // what was read while it was being deleted
    },
  }
}
