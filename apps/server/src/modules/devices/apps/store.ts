import { FILES_KEPT_MS } from '@yunji/contract/devices/app/rules'
import { and, asc, count, desc, eq, gt, inArray, lt, ne, or, sql, sum } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { appFiles, devices, keptAliveApps } from '../../../tables/devices.ts'

export type AppFileRow = typeof appFiles.$inferSelect

/** Held until the transaction ends, so that concurrent uploads of an account count each other. */
export const lockFiles = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('app files', ${userId}::bigint))`)

export const measureFiles = async (tx: Tx, userId: number): Promise<{ files: number; bytes: number }> => {
  const [found] = await tx
    .select({ files: count(), bytes: sum(appFiles.sizeBytes).mapWith(Number) })
    .from(appFiles)
    .where(eq(appFiles.userId, userId))
  return { files: found?.files ?? 0, bytes: found?.bytes ?? 0 }
}

export const insertFile = async (tx: Tx, file: typeof appFiles.$inferInsert): Promise<void> => {
  await tx.insert(appFiles).values(file)
}

export const completeFile = async (db: Db, fileId: string, sizeBytes: number): Promise<AppFileRow | undefined> => {
  const [file] = await db
    .update(appFiles)
    .set({ isComplete: true, sizeBytes })
    .where(eq(appFiles.id, fileId))
    .returning()
  return file
}

const isKept = (userId: number, now: Date) =>
  and(eq(appFiles.userId, userId), appFiles.isComplete, gt(appFiles.createdAt, later(now, -FILES_KEPT_MS)))

/** Only a complete one of the user. */
export const findFile = async (db: Db | Tx, userId: number, fileId: string, now: Date) => {
  const [file] = await db
    .select()
    .from(appFiles)
    .where(and(eq(appFiles.id, fileId), isKept(userId, now)))
  return file
}

export const listFiles = (db: Db, userId: number, now: Date): Promise<AppFileRow[]> =>
  db.select().from(appFiles).where(isKept(userId, now)).orderBy(desc(appFiles.createdAt), desc(appFiles.id))

export const deleteFileRow = async (db: Db | Tx, fileId: string): Promise<void> => {
  await db.delete(appFiles).where(eq(appFiles.id, fileId))
}

interface OldFile {
  readonly id: string
  readonly createdAt: Date
}

export const listOldFiles = (db: Db, before: Date, after: OldFile | undefined, limit: number): Promise<OldFile[]> =>
  db
    .select({ id: appFiles.id, createdAt: appFiles.createdAt })
    .from(appFiles)
    .where(
      and(
        lt(appFiles.createdAt, before),
        after && sql`(${appFiles.createdAt}, ${appFiles.id}) > (${after.createdAt}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(appFiles.createdAt), asc(appFiles.id))
    .limit(limit)

export const listFileIds = async (tx: Tx, userId: number): Promise<string[]> => {
  const files = await tx.select({ id: appFiles.id }).from(appFiles).where(eq(appFiles.userId, userId))
  return files.map(({ id }) => id)
}

/** A visitor without a phone has nothing to send files to. */
export const hasUsableDevice = async (tx: Tx, userId: number, now: Date): Promise<boolean> => {
  const found = await tx.execute(sql`
    select 1 from devices where owner_id = ${userId} and state not in ('released', 'expired')
    union all
    select 1 from device_grants
      where grantee_id = ${userId} and state = 'active' and access = 'control' and expires_at > ${now}
    limit 1`)
  return found.rows.length > 0
}

export const addKeptAlive = async (tx: Tx, deviceIds: readonly number[], packageName: string): Promise<void> => {
  await tx
    .insert(keptAliveApps)
    .values(deviceIds.map((deviceId) => ({ deviceId, packageName })))
    .onConflictDoNothing()
}

export const removeKeptAlive = async (
  db: Db | Tx,
  deviceIds: readonly number[],
  packageName: string,
): Promise<void> => {
  await db
    .delete(keptAliveApps)
    .where(and(inArray(keptAliveApps.deviceId, [...deviceIds]), eq(keptAliveApps.packageName, packageName)))
}

/** Apps of the device that has most of them. */
export const countFullest = async (tx: Tx, deviceIds: readonly number[]): Promise<number> => {
  const counts = await tx
    .select({ apps: count() })
    .from(keptAliveApps)
    .where(inArray(keptAliveApps.deviceId, [...deviceIds]))
    .groupBy(keptAliveApps.deviceId)
  return Math.max(0, ...counts.map(({ apps }) => apps))
}

/** On how many of the user's devices each app is kept alive. */
export const countKeptAlive = async (
  db: Db,
  userId: number,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<string, number>> => {
  const counts = await db
    .select({ packageName: keptAliveApps.packageName, deviceCount: count() })
    .from(keptAliveApps)
    .innerJoin(devices, eq(devices.id, keptAliveApps.deviceId))
    .where(and(inArray(keptAliveApps.deviceId, [...deviceIds]), eq(devices.ownerId, userId)))
    .groupBy(keptAliveApps.packageName)
  return new Map(counts.map(({ packageName, deviceCount }) => [packageName, deviceCount]))
}

const { deviceId } = keptAliveApps

/** Running devices that were in another state when their apps were last looked at, by their id. */
export const listDevicesToLookAt = (db: Db, after: number, limit: number) =>
  db
    .selectDistinct({
      deviceId,
      stateCount: devices.stateCount,
      supplierType: devices.supplierType,
      phoneId: devices.phoneId,
    })
    .from(keptAliveApps)
    .innerJoin(devices, eq(devices.id, deviceId))
    .where(and(gt(deviceId, after), eq(devices.state, 'running'), ne(devices.stateCount, keptAliveApps.seenStateCount)))
    .orderBy(asc(deviceId))
    .limit(limit)
export type LookedAtDevice = Awaited<ReturnType<typeof listDevicesToLookAt>>[number]

export const listKeptAlive = (db: Db, id: number) =>
  db.select().from(keptAliveApps).where(eq(deviceId, id)).orderBy(asc(keptAliveApps.packageName))

export const markSeen = async (db: Db, { deviceId: id, stateCount }: LookedAtDevice, bootMark: string) => {
  await db.update(keptAliveApps).set({ bootMark, seenStateCount: stateCount }).where(eq(deviceId, id))
}

export const deleteOfReleased = async (db: Db): Promise<void> => {
  const released = db.select({ id: devices.id }).from(devices).where(eq(devices.state, 'released'))
  await db.delete(keptAliveApps).where(or(inArray(deviceId, released)))
}
