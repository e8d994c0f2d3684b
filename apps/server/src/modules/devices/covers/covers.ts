import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { limitConcurrency } from '../../../platform/concurrency.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { CoverSigner } from './cover-signer.ts'
import type { Pictures } from './pictures.ts'

/** A younger picture is not taken again, however often it is requested. */
const FRESH_MS = 10_000
/** Pause after a failed screenshot. */
const AFTER_FAILURE_MS = 15_000
/** Concurrent screenshots; further ones queue. */
const CONCURRENCY = 4
const SCREENSHOT_DEADLINE_MS = 7_000
/** Longest wait for the very first picture before a placeholder is served. */
const FIRST_PICTURE_WAIT_MS = 1500
const CACHE_SIZE = 1000
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
  /** Returns the known picture at once; a stale one is retaken in the background. */
  show(device: CoveredDevice): Promise<CoverPicture>
  /** Takes a new picture now, or joins the one being taken. */
  refresh(device: CoveredDevice): Promise<void>
  /** Removes the picture from memory and from the object store. */
  delete(deviceId: number): Promise<void>
}

interface CoverDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly suppliers: Suppliers
  readonly pictures: Pictures
  readonly signer: CoverSigner
}

interface CachedCover extends CoverPicture {
  /** 0 for a picture of an earlier process. */
  readonly takenAtMs: number
}

const keyOf = (deviceId: number): string => `covers/${deviceId}.jpg`
const etagOf = (jpeg: Buffer): string => createHash('sha256').update(jpeg).digest('hex').slice(0, 16)

/** Newest picture of each device: recently requested ones in memory, all in the object store. */
export const createCovers = ({ clock, log, objectStore, suppliers, pictures, signer }: CoverDeps): Covers => {
  const cached = new Map<number, CachedCover>()
  const refreshes = new Map<number, Promise<void>>()
  const retryAfterMs = new Map<number, number>()
  /** Deletions per device: work begun before a deletion must not restore its picture. */
  const deletions = new Map<number, number>()
  const limited = limitConcurrency(CONCURRENCY)

  const cache = (deviceId: number, picture: CachedCover): void => {
    cached.delete(deviceId)
    cached.set(deviceId, picture)
    const [oldest] = cached.keys()
    if (cached.size > CACHE_SIZE && oldest !== undefined) cached.delete(oldest)
  }

  const deletionsOf = (deviceId: number): number => deletions.get(deviceId) ?? 0

  const dropCached = (deviceId: number): void => {
    deletions.set(deviceId, deletionsOf(deviceId) + 1)
    cached.delete(deviceId)
  }

  const takeScreenshot = async ({ id, supplierType, phoneId }: CoveredDevice, forgetsBefore: number): Promise<void> => {
    const signal = AbortSignal.timeout(SCREENSHOT_DEADLINE_MS)
    const jpeg = await pictures.shrink(await suppliers.of(supplierType).screenshot(phoneId, signal))
    if (deletionsOf(id) !== forgetsBefore) return
    const etag = etagOf(jpeg)
    const isNew = cached.get(id)?.etag !== etag
    cache(id, { jpeg, etag, takenAtMs: clock.now().getTime() })
    if (!isNew) return
    await objectStore.put(keyOf(id), Readable.from([jpeg]), LIMIT_BYTES)
    if (deletionsOf(id) !== forgetsBefore) await objectStore.delete(keyOf(id))
  }

  const refresh = (device: CoveredDevice): Promise<void> => {
    const underWay = refreshes.get(device.id)
    if (underWay) return underWay
    const forgetsBefore = deletionsOf(device.id)
    const taking = limited(() => takeScreenshot(device, forgetsBefore))
      .catch((error: unknown) => {
        retryAfterMs.set(device.id, clock.now().getTime() + AFTER_FAILURE_MS)
        throw error
      })
      .finally(() => refreshes.delete(device.id))
    refreshes.set(device.id, taking)
    return taking
  }

  const refreshWhenDue = (device: CoveredDevice, known: CachedCover | undefined): Promise<void> => {
    const nowMs = clock.now().getTime()
    const isFresh = known !== undefined && nowMs - known.takenAtMs < FRESH_MS
    const isResting = nowMs < (retryAfterMs.get(device.id) ?? 0)
    if (device.state !== 'running' || isFresh || isResting) return Promise.resolve()
    return refresh(device).catch((error: unknown) =>
      log.debug({ err: error, deviceId: device.id }, 'cover refresh failed'),
    )
  }

  const load = async (deviceId: number): Promise<CachedCover | undefined> => {
    const body = await objectStore.get(keyOf(deviceId))
    if (!body) return undefined
    const jpeg = await buffer(body)
    return { jpeg, etag: etagOf(jpeg), takenAtMs: 0 }
  }

  const cacheStored = async (deviceId: number): Promise<CachedCover | undefined> => {
    const forgetsBefore = deletionsOf(deviceId)
    const stored = await load(deviceId)
    if (!stored || deletionsOf(deviceId) !== forgetsBefore) return undefined
    cache(deviceId, stored)
    return stored
  }

  return {
    addressOf: (userId, deviceId) => `${signer.sign({ userId, deviceId })}?v=${cached.get(deviceId)?.etag ?? 0}`,

    async show(device) {
      const inMemory = cached.get(device.id)
      if (inMemory) cache(device.id, inMemory)
      const known = inMemory ?? (await cacheStored(device.id))
      const taking = refreshWhenDue(device, known)
      if (known) return known
      await Promise.race([taking, delay(FIRST_PICTURE_WAIT_MS, undefined, { ref: false })])
      const first = cached.get(device.id)
      if (first) return first
      return { jpeg: await pictures.placeholder(device.state), etag: `drawn-${device.state}` }
    },

    refresh,

    async delete(deviceId) {
      dropCached(deviceId)
      await objectStore.delete(keyOf(deviceId))
      dropCached(deviceId) // drops a picture that was read during the deletion
    },
  }
}
