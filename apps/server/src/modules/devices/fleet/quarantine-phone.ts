import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, databaseNow, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { pageOf } from '../../../platform/paging.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { devices, quarantinedPhones } from '../../../tables/devices.ts'
import { addEraseJob } from './erase-phone.ts'
import type { DeviceRow } from './store.ts'
import { isAnyOf, transition } from './transitions.ts'

/** A phone that was replaced is kept for so long, with everything on it, before it is erased. */
const KEPT_MS = 7 * DAY_MS
const AT_ONCE = 200

type Place = Pick<DeviceRow, 'zoneId' | 'configId'>

const isPlace = ({ zoneId, configId }: Place) =>
  and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId ?? 0))

/** In the transaction in which the device goes on with another phone. It takes a place of the zone, where one is free. */
export const quarantinePhone = async (tx: Tx, device: DeviceRow, now: Date): Promise<void> => {
  const { id: deviceId, ownerId, supplierType, phoneId, zoneId, configId } = device
  const taken = await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} + 1` })
    .where(and(isPlace(device), sql`${zoneStock.reserved} + ${zoneStock.rented} < ${zoneStock.capacity}`))
    .returning({ zoneId: zoneStock.zoneId })
  const kept = { hasPlace: taken.length > 0, quarantinedAt: now, erasesAt: later(now, KEPT_MS) }
  await tx
    .insert(quarantinedPhones)
    .values({ deviceId, ownerId, supplierType, phoneId, zoneId, configId, ...kept })
    .onConflictDoNothing()
}

const eraseAll = async (tx: Tx, jobs: Pick<Jobs, 'add'>, condition: SQL | undefined): Promise<number> => {
  const ended = await tx.delete(quarantinedPhones).where(condition).returning()
  for (const { deviceId, supplierType, phoneId, hasPlace, ...place } of ended) {
    await addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })
    if (hasPlace)
      await tx
        .update(zoneStock)
        .set({ rented: sql`${zoneStock.rented} - 1` })
        .where(isPlace(place))
  }
  return ended.length
}

/** With a device that nobody holds any more, or with a person, the phones go that were replaced. */
export const eraseQuarantined = (
  tx: Tx,
  jobs: Pick<Jobs, 'add'>,
  of: { readonly deviceId: number } | { readonly ownerId: number },
): Promise<number> =>
  eraseAll(
    tx,
    jobs,
    'deviceId' in of ? eq(quarantinedPhones.deviceId, of.deviceId) : eq(quarantinedPhones.ownerId, of.ownerId),
  )

interface QuarantineDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
}

interface KeptPhone {
  readonly id: number
}

/** Erases the phones that were kept long enough. */
export const endQuarantines = ({ database: { db }, clock, jobs, log }: QuarantineDeps) => {
  const fields = ({ id: quarantineId }: KeptPhone) => ({ quarantineId })
  const work = { job: 'devices.endQuarantines', log, fields, backoff: createBackoff(clock) }
  const list = (limit: number, last: KeptPhone | undefined): Promise<KeptPhone[]> =>
    db
      .select({ id: quarantinedPhones.id })
      .from(quarantinedPhones)
      .where(
        and(lte(quarantinedPhones.erasesAt, databaseNow(clock)), last && sql`${quarantinedPhones.id} > ${last.id}`),
      )
      .orderBy(asc(quarantinedPhones.id))
      .limit(limit)
  const erase = async (phones: readonly KeptPhone[]): Promise<void> => {
    const erased = await db.transaction(async (tx) => {
      const isDue = lte(quarantinedPhones.erasesAt, databaseNow(clock))
      const held = await tx
        .select({ id: quarantinedPhones.id })
        .from(quarantinedPhones)
        .where(and(isDue, inArray(quarantinedPhones.id, idsOf(phones))))
        .for('update', { skipLocked: true })
      return held.length === 0 ? 0 : eraseAll(tx, jobs, inArray(quarantinedPhones.id, idsOf(held)))
    })
    if (erased > 0) log.info({ phones: erased }, 'quarantined phones are erased')
  }
  return async (): Promise<void> => {
    const pages = readBatches<KeptPhone>(AT_ONCE, (last, limit) => list(limit, last))
    for await (const page of pages) await forEachBatch(work, page, erase)
  }
}

const idsOf = (phones: readonly KeptPhone[]): number[] => phones.map(({ id }) => id)

export const listQuarantined =
  ({ database: { db } }: Pick<QuarantineDeps, 'database'>) =>
  async ({ page, rows }: { page: number; rows: number }) => {
    const [found, total] = await Promise.all([
      db
        .select()
        .from(quarantinedPhones)
        .orderBy(asc(quarantinedPhones.id))
        .limit(rows)
        .offset((page - 1) * rows),
      db.$count(quarantinedPhones),
    ])
    const records = found.map(({ id, deviceId, ownerId, zoneId, phoneId, quarantinedAt, erasesAt }) => ({
      quarantineId: id,
      deviceId,
      ownerId,
      zoneId,
      phoneId,
      quarantinedAt: quarantinedAt.getTime(),
      erasesAt: erasesAt.getTime(),
    }))
    return pageOf(records, page, rows, total)
  }

const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

/** Gives a device its former phone back. The one that it has now is quarantined instead, and keeps its place in turn. */
export const restorePhone =
  ({ database: { db }, clock, log }: Pick<QuarantineDeps, 'database' | 'clock' | 'log'>) =>
  (quarantineId: number): Promise<void> =>
    db.transaction(async (tx) => {
      const isIt = eq(quarantinedPhones.id, quarantineId)
      const [known] = await tx.select().from(quarantinedPhones).where(isIt)
      const [device] = known ? await lockDevices(tx, [known.deviceId]) : []
      const [kept] = await tx.select().from(quarantinedPhones).where(isIt).for('update')
      // Nobody gets what was on the phone of somebody else.
      if (!device || !kept || kept.ownerId !== device.ownerId) throw refuse('没有可恢复的云手机')
      if (!['running', 'stopped', 'faulty'].includes(device.state)) throw refuse('设备正忙，请稍后再试')
      const now = clock.now()
      await tx
        .update(quarantinedPhones)
        .set({ phoneId: device.phoneId, quarantinedAt: now, erasesAt: later(now, KEPT_MS) })
        .where(isIt)
      await tx.update(devices).set({ phoneId: kept.phoneId }).where(eq(devices.id, device.id))
      // Whoever watches is cut off from the phone that it had; it runs again as soon as the other one is seen.
      if (device.state === 'running') await transition(tx, 'breakDown', now, isAnyOf([device.id]))
      log.warn({ deviceId: device.id, phoneId: kept.phoneId, formerPhoneId: device.phoneId }, 'a phone is restored')
    })
