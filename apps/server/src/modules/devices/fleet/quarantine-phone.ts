import { KEPT_DAYS } from '@yunji/contract/devices/move/rules'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { addEraseJob } from '../phones/index.ts'
import {
  deleteQuarantined,
  findQuarantined,
  findQuarantinedPhone,
  insertQuarantined,
  type KeptPhone,
  listDueQuarantined,
  lockDueQuarantined,
  lockQuarantinedPhone,
  type QuarantineFilter,
  releasePlace,
  takePlace,
  updateQuarantined,
} from './quarantine-store.ts'
import { type DeviceRow, setPhoneId } from './store.ts'
import { isAnyOf, transition } from './transition-store.ts'

/** Retention of a replaced phone with its data before it is erased. */
const KEPT_MS = KEPT_DAYS * DAY_MS
const AT_ONCE = 200

export interface Quarantine {
  /** The owner, or an operator while it worked, asked for another phone: this one is not counted among the zone's faults. */
  readonly isByOwner: boolean
  /** Unit of stock that the caller leaves to the phone; one is taken where it is free when absent. */
  readonly hasPlace?: true
}

/** Runs in the transaction that gives the device another phone. */
export const quarantinePhone = async (
  tx: Tx,
  device: DeviceRow,
  now: Date,
  { isByOwner, hasPlace }: Quarantine = { isByOwner: false },
): Promise<void> => {
  const { id: deviceId, ownerId, supplierType, phoneId, zoneId, configId } = device
  const kept = {
    isByOwner,
    hasPlace: hasPlace ?? (await takePlace(tx, device)),
    quarantinedAt: now,
    erasesAt: later(now, KEPT_MS),
  }
  await insertQuarantined(tx, { deviceId, ownerId, supplierType, phoneId, zoneId, configId, ...kept })
}

const eraseAll = async (tx: Tx, jobs: Pick<Jobs, 'add'>, of: QuarantineFilter): Promise<number> => {
  const ended = await deleteQuarantined(tx, of)
  for (const { deviceId, supplierType, phoneId, hasPlace, ...place } of ended) {
    await addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })
    if (hasPlace) await releasePlace(tx, place)
  }
  return ended.length
}

/** Erases quarantined phones of a released device or of an erased account. */
export const eraseQuarantined = (
  tx: Tx,
  jobs: Pick<Jobs, 'add'>,
  of: { readonly deviceId: number } | { readonly ownerId: number },
): Promise<number> => eraseAll(tx, jobs, of)

interface QuarantineDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
}

/** Erases phones whose quarantine is over. */
export const endQuarantines = ({ database: { db }, clock, jobs, log }: QuarantineDeps) => {
  const fields = ({ id: quarantineId }: KeptPhone) => ({ quarantineId })
  const work = { job: 'devices.endQuarantines', log, fields, backoff: createBackoff(clock) }
  const erase = async (phones: readonly KeptPhone[]): Promise<void> => {
    const erased = await db.transaction(async (tx) => {
      const held = await lockDueQuarantined(tx, idsOf(phones), clock)
      return held.length === 0 ? 0 : eraseAll(tx, jobs, { ids: idsOf(held) })
    })
    if (erased > 0) log.info({ phones: erased }, 'quarantined phones erased')
  }
  return async (): Promise<void> => {
    const pages = readBatches<KeptPhone>(AT_ONCE, (last, limit) => listDueQuarantined(db, clock, limit, last))
    for await (const page of pages) await forEachBatch(work, page, erase)
  }
}

const idsOf = (phones: readonly KeptPhone[]): number[] => phones.map(({ id }) => id)

export const listQuarantined =
  ({ database: { db } }: Pick<QuarantineDeps, 'database'>) =>
  async ({ rights }: Pick<Operator, 'rights'>, { page, rows }: { page: number; rows: number }) => {
    const maySeeUsers = rights.includes('users.read')
    const { found, total } = await findQuarantined(db, { page, rows })
    const records = found.map(({ id, deviceId, ownerId, zoneId, phoneId, quarantinedAt, erasesAt }) => ({
      quarantineId: id,
      deviceId,
      ownerId: maySeeUsers ? ownerId : null,
      zoneId,
      phoneId,
      quarantinedAt: quarantinedAt.getTime(),
      erasesAt: erasesAt.getTime(),
    }))
    return pageOf(records, page, rows, total)
  }

const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

/** Gives a device its former phone back. The current one is quarantined instead, and takes over its unit of stock. */
export const restorePhone =
  ({ database: { db }, clock, log }: Pick<QuarantineDeps, 'database' | 'clock' | 'log'>) =>
  (quarantineId: number): Promise<void> =>
    db.transaction(async (tx) => {
      const known = await findQuarantinedPhone(tx, quarantineId)
      const [device] = known ? await lockDevices(tx, [known.deviceId]) : []
      const kept = await lockQuarantinedPhone(tx, quarantineId)
      // A phone with the data of another owner is never handed over.
      if (!device || !kept || kept.ownerId !== device.ownerId) throw refuse('没有可恢复的云手机')
      if (!['running', 'stopped', 'faulty'].includes(device.state)) throw refuse('设备正忙，请稍后再试')
      const now = clock.now()
      // Phone and zone change places: each phone keeps the unit of stock of the zone that it stands in.
      const { phoneId, zoneId } = device
      const quarantined = { phoneId, zoneId, quarantinedAt: now, erasesAt: later(now, KEPT_MS), isPowerOn: true }
      await updateQuarantined(tx, quarantineId, quarantined)
      await setPhoneId(tx, device.id, kept)
      // Viewers are disconnected from the current phone; the device runs again as soon as the former one is seen.
      if (device.state === 'running') await transition(tx, 'breakDown', now, isAnyOf([device.id]))
      log.warn(
        { deviceId: device.id, phoneId: kept.phoneId, formerPhoneId: device.phoneId },
        'quarantined phone restored',
      )
    })
