import { METERED_STOP_KEPT_MS, METERED_STOP_REMINDER_MS, stopReleaseAt } from '@yunji/contract/devices/rental/rules'
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { devices, meteredStops } from '../../../tables/devices.ts'
import type { DeviceRow } from '../fleet/index.ts'
import { deleteDevice } from './delete-device.ts'
import type { RentalDeps } from './deps.ts'

type StopDeps = Pick<RentalDeps, 'database' | 'clock' | 'outbox' | 'jobs'> & { readonly log: Logger }
type StopRow = typeof meteredStops.$inferSelect

const BATCH_SIZE = 100

/** A metered device is stopped: its place is kept for a while that its owner is told of. Whoever calls holds the device. */
export const recordStop = async (
  tx: Tx,
  { outbox }: Pick<RentalDeps, 'outbox'>,
  { id: deviceId, ownerId: userId, name: deviceName }: Pick<DeviceRow, 'id' | 'ownerId' | 'name'>,
  stoppedAt: Date,
): Promise<void> => {
  const noted = await tx.insert(meteredStops).values({ deviceId, stoppedAt }).onConflictDoNothing().returning()
  if (noted.length === 0) return
  const facts = { deviceId, deviceName, releasesAt: stopReleaseAt(stoppedAt.getTime(), null) }
  const key = `meteredStopped:${deviceId}:${stoppedAt.getTime()}`
  await outbox.add(tx, { event: 'meteredStopped', userId, key, facts })
}

/** It runs again: the next stop is a new one. */
export const deleteStop = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.delete(meteredStops).where(eq(meteredStops.deviceId, deviceId))
}

/** Reminds owners a day before a stopped metered device is released, and releases those whose time is over. */
export const releaseStopped = (deps: StopDeps) => {
  const { db } = deps.database
  const { log, clock } = deps
  const fields = ({ deviceId }: Pick<StopRow, 'deviceId'>) => ({ deviceId })
  const noting = { job: 'devices.noteMeteredStops', log, fields, backoff: createBackoff(clock) }
  const releasing = { job: 'devices.releaseStopped', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const now = clock.now()
    // Those that were stopped in another way than by their owner, or before stops were noted.
    const unnoted = readPages<{ deviceId: number }>(BATCH_SIZE, (after, limit) => listUnnoted(deps, limit, after))
    await forEachRow(noting, unnoted, ({ deviceId }) =>
      db.transaction(async (tx) => {
        const device = await lockStopped(tx, deviceId)
        if (device) await recordStop(tx, deps, device, now)
      }),
    )
    const due = readPages<StopRow>(BATCH_SIZE, (after, limit) => listDue(deps, now, limit, after))
    await forEachRow(releasing, due, ({ deviceId }) => db.transaction((tx) => settleStop(deps, tx, deviceId, now)))
  }
}

const isStopped = and(devices.isMetered, eq(devices.state, 'stopped'))

const listUnnoted = ({ database: { db } }: StopDeps, limit: number, after: { deviceId: number } | undefined) =>
  db
    .select({ deviceId: devices.id })
    .from(devices)
    .leftJoin(meteredStops, eq(meteredStops.deviceId, devices.id))
    .where(and(isStopped, isNull(meteredStops.deviceId), after && sql`${devices.id} > ${after.deviceId}`))
    .orderBy(asc(devices.id))
    .limit(limit)

/** From the moment of the reminder on. */
const listDue = ({ database: { db } }: StopDeps, now: Date, limit: number, after: StopRow | undefined) =>
  db
    .select()
    .from(meteredStops)
    .where(
      and(
        lte(meteredStops.stoppedAt, later(now, METERED_STOP_REMINDER_MS - METERED_STOP_KEPT_MS)),
        after &&
          sql`(${meteredStops.stoppedAt}, ${meteredStops.deviceId}) > (${after.stoppedAt}::timestamptz, ${after.deviceId}::bigint)`,
      ),
    )
    .orderBy(asc(meteredStops.stoppedAt), asc(meteredStops.deviceId))
    .limit(limit)

const lockStopped = async (tx: Tx, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), isStopped))
    .for('update', { skipLocked: true })
  return device
}

const settleStop = async (deps: StopDeps, tx: Tx, deviceId: number, now: Date): Promise<void> => {
  const device = await lockStopped(tx, deviceId)
  const [stop] = await tx.select().from(meteredStops).where(eq(meteredStops.deviceId, deviceId))
  if (!device || !stop) return
  const releasesAt = stopReleaseAt(stop.stoppedAt.getTime(), stop.remindedAt?.getTime() ?? now.getTime())
  if (stop.remindedAt === null) {
    await tx.update(meteredStops).set({ remindedAt: now }).where(eq(meteredStops.deviceId, deviceId))
    const facts = { deviceId, deviceName: device.name, releasesAt }
    const key = `meteredReleaseSoon:${deviceId}:${stop.stoppedAt.getTime()}`
    await deps.outbox.add(tx, { event: 'meteredReleaseSoon', userId: device.ownerId, key, facts })
    return
  }
  if (releasesAt > now.getTime()) return
  await deleteDevice(tx, deps.jobs(), deviceId, now)
  await deleteStop(tx, deviceId)
}
