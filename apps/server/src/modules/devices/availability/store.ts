import type { Fault } from '@yunji/contract/devices/availability/rules'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceInterruptions, maintenanceWindows } from '../../../tables/availability.ts'
import { devices, zones } from '../../../tables/devices.ts'
import type { DeviceRow } from '../fleet/index.ts'

export type InterruptionRow = typeof deviceInterruptions.$inferSelect

interface Paging {
  readonly page: number
  readonly rows: number
}

interface Period {
  readonly from: Date
  readonly to: Date
}

const { ownerId, deviceId, zoneId, fault, startedAt, endedAt, settledAt } = deviceInterruptions

/** Closed interruptions by our fault that were not settled. */
const isDue = (now: Date) => and(lte(endedAt, now), isNull(settledAt), eq(fault, 'ours'))

export interface DueOwner {
  readonly ownerId: number
}

export const listDueOwners = (db: Db, now: Date, after: number, limit: number): Promise<DueOwner[]> =>
  db
    .selectDistinct({ ownerId })
    .from(deviceInterruptions)
    .where(and(isDue(now), gt(ownerId, after)))
    .orderBy(asc(ownerId))
    .limit(limit)

export const listDueDevices = async (db: Db, owner: number, now: Date): Promise<number[]> => {
  const rows = await db
    .selectDistinct({ deviceId })
    .from(deviceInterruptions)
    .where(and(isDue(now), eq(ownerId, owner)))
    .orderBy(asc(deviceId))
  return rows.map((row) => row.deviceId)
}

/** By id, as renewals and transfers lock them. */
export const lockDevices = (tx: Tx, deviceIds: readonly number[]): Promise<DeviceRow[]> =>
  tx
    .select()
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))
    .orderBy(asc(devices.id))
    .for('update')

export const listDue = (tx: Tx, device: number, now: Date): Promise<InterruptionRow[]> =>
  tx
    .select()
    .from(deviceInterruptions)
    .where(and(isDue(now), eq(deviceId, device)))
    .orderBy(asc(endedAt), asc(deviceInterruptions.id))

/** Interruptions by our fault that ended in the period, settled or not. */
export const listOurs = (tx: Tx, device: number, { from, to }: Period, now: Date): Promise<InterruptionRow[]> =>
  tx
    .select()
    .from(deviceInterruptions)
    .where(and(eq(deviceId, device), eq(fault, 'ours'), gte(endedAt, from), lt(endedAt, to), lte(endedAt, now)))
    .orderBy(asc(deviceInterruptions.id))

/** Milliseconds of a period in which work was announced for the zone; windows never overlap. */
export const sumPlannedMs = async (tx: Tx, zone: number, { from, to }: Period): Promise<number> => {
  const { startsAt, endsAt } = maintenanceWindows
  const [row] = await tx
    .select({
      ms: sql`coalesce(sum(extract(epoch from least(${endsAt}, ${to}::timestamptz)
        - greatest(${startsAt}, ${from}::timestamptz)) * 1000), 0)::float8`.mapWith(Number),
    })
    .from(maintenanceWindows)
    .where(and(eq(maintenanceWindows.zoneId, zone), lt(startsAt, to), gt(endsAt, from)))
  return row?.ms ?? 0
}

/** Seconds given since then for faults of the phone alone, by themselves. */
export const sumPhoneCredits = async (tx: Tx, device: number, since: Date): Promise<number> => {
  const { cause, correction, creditedSeconds } = deviceInterruptions
  const [row] = await tx
    .select({ seconds: sql`coalesce(sum(${creditedSeconds}), 0)`.mapWith(Number) })
    .from(deviceInterruptions)
    .where(and(eq(deviceId, device), gte(settledAt, since), ne(cause, 'zone'), eq(correction, '')))
  return row?.seconds ?? 0
}

export const settleInterruption = async (
  tx: Tx,
  interruptionId: number,
  fields: Pick<InterruptionRow, 'countedSeconds' | 'creditedSeconds' | 'fault'> & { readonly settledAt: Date },
): Promise<void> => {
  await tx.update(deviceInterruptions).set(fields).where(eq(deviceInterruptions.id, interruptionId))
}

const pageOfRows = (db: Db, condition: ReturnType<typeof and>, { page, rows }: Paging) =>
  Promise.all([
    db
      .select()
      .from(deviceInterruptions)
      .where(condition)
      .orderBy(desc(startedAt), desc(deviceInterruptions.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(deviceInterruptions, condition),
  ])

/** Those of the time in which the user has owned the device. */
export const listOwn = (db: Db, userId: number, device: number, paging: Paging) =>
  pageOfRows(db, and(eq(deviceId, device), eq(ownerId, userId)), paging)

export interface InterruptionFilter {
  readonly deviceId?: number | undefined
  readonly userId?: number | undefined
  readonly zoneId?: number | undefined
  readonly fault?: Fault | undefined
  readonly isOpen?: boolean
}

export const listAll = (db: Db, filter: InterruptionFilter, paging: Paging) =>
  pageOfRows(
    db,
    and(
      filter.deviceId === undefined ? undefined : eq(deviceId, filter.deviceId),
      filter.userId === undefined ? undefined : eq(ownerId, filter.userId),
      filter.zoneId === undefined ? undefined : eq(zoneId, filter.zoneId),
      filter.fault === undefined ? undefined : eq(fault, filter.fault),
      filter.isOpen ? isNull(endedAt) : undefined,
    ),
    paging,
  )

export const findDevice = async (db: Db, device: number): Promise<DeviceRow | undefined> => {
  const [row] = await db.select().from(devices).where(eq(devices.id, device))
  return row
}

/** Seconds of a period that were lost by our fault, and time given back for interruptions that ended in it. */
export const sumOwn = async (db: Db, userId: number, device: number, { from, to }: Period) => {
  const [row] = await db
    .select({
      lost: sql`coalesce(sum(extract(epoch from least(coalesce(${endedAt}, ${to}::timestamptz), ${to}::timestamptz)
        - greatest(${startedAt}, ${from}::timestamptz))), 0)::float8`.mapWith(Number),
      credited: sql`coalesce(sum(${deviceInterruptions.creditedSeconds}), 0)::float8`.mapWith(Number),
    })
    .from(deviceInterruptions)
    .where(
      and(
        eq(deviceId, device),
        eq(ownerId, userId),
        eq(fault, 'ours'),
        lt(startedAt, to),
        sql`coalesce(${endedAt}, ${to}::timestamptz) > ${from}::timestamptz`,
      ),
    )
  return { lostSeconds: Math.floor(row?.lost ?? 0), creditedSeconds: row?.credited ?? 0 }
}

/** False when there is none. One that is ours from now on is settled by the next run. */
export const correctFault = async (
  db: Db,
  interruptionId: number,
  { fault: corrected, correction, now }: { readonly fault: Fault; readonly correction: string; readonly now: Date },
): Promise<boolean> => {
  const changed = await db
    .update(deviceInterruptions)
    .set({ fault: corrected, correction, settledAt: corrected === 'ours' ? null : now })
    .where(eq(deviceInterruptions.id, interruptionId))
    .returning({ id: deviceInterruptions.id })
  return changed.length > 0
}

/** State of an interruption for the audit log. */
export const findFault = async (tx: Tx, interruptionId: number) => {
  const isIt = eq(deviceInterruptions.id, interruptionId)
  const [row] = await tx.select({ deviceId, fault }).from(deviceInterruptions).where(isIt)
  return row
}

export const lockWindows = async (tx: Tx, zone: number): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('maintenance windows', ${zone}::bigint))`)
}

export const hasZone = async (tx: Tx, zone: number): Promise<boolean> =>
  (await tx.$count(zones, eq(zones.id, zone))) > 0

export const countWindows = (tx: Tx, zone: number, { from, to }: Period): Promise<number> =>
  tx.$count(
    maintenanceWindows,
    and(eq(maintenanceWindows.zoneId, zone), lt(maintenanceWindows.startsAt, to), gt(maintenanceWindows.endsAt, from)),
  )

export const insertWindow = async (tx: Tx, window: typeof maintenanceWindows.$inferInsert): Promise<number> => {
  const [row] = await tx.insert(maintenanceWindows).values(window).returning({ id: maintenanceWindows.id })
  return row?.id ?? 0
}

export const listWindows = (db: Db, { page, rows }: Paging) =>
  Promise.all([
    db
      .select({ window: maintenanceWindows, zoneName: zones.name })
      .from(maintenanceWindows)
      .innerJoin(zones, eq(zones.id, maintenanceWindows.zoneId))
      .orderBy(desc(maintenanceWindows.startsAt), desc(maintenanceWindows.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(maintenanceWindows),
  ])
