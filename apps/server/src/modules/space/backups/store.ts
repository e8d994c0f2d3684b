import type { BackupOrigin } from '@yunji/contract/space/backup-rules'
import { and, asc, count, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { backupPacks, backupSettings, backups, type KeptContents } from '../../../tables/backups.ts'
import { devices } from '../../../tables/devices.ts'

export type BackupRow = typeof backups.$inferSelect

interface Attempt {
  readonly partId: number
  readonly attempt: number
}

/** An owner before has backups of the device too. */
const isFailedOf = (userId: number, deviceIds: readonly number[]): SQL | undefined =>
  and(eq(backups.userId, userId), inArray(backups.deviceId, [...deviceIds]), eq(backups.state, 'failed'))

/** Failed backups of a device make way for its next one. */
export const deleteFailed = async (tx: Tx, userId: number, deviceIds: readonly number[]): Promise<void> => {
  await tx.delete(backups).where(isFailedOf(userId, deviceIds))
}

export const findLastFailed = async (tx: Tx, userId: number, deviceId: number): Promise<BackupRow | undefined> => {
  const isOne = isFailedOf(userId, [deviceId])
  const [failed] = await tx.select().from(backups).where(isOne).orderBy(desc(backups.id)).limit(1)
  return failed
}

/** The phone was switched on: the next comparison of power and state switches it off again where it was off. */
export const notePowerOn = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.update(devices).set({ isPowerOn: true }).where(eq(devices.id, deviceId))
}

/** The row of this part, made by its first attempt and taken over by each further one. */
export const beginAttempt = async (
  tx: Tx,
  { partId, attempt }: Attempt,
  about: { userId: number; deviceId: number; deviceName: string; origin: BackupOrigin; note: string; createdAt: Date },
): Promise<BackupRow | undefined> => {
  const [row] = await tx
    .insert(backups)
    .values({ ...about, partId, attempt, state: 'making' })
    .onConflictDoUpdate({
      target: backups.partId,
      set: { attempt },
      setWhere: and(eq(backups.state, 'making'), lte(backups.attempt, attempt)),
    })
    .returning()
  return row
}

/** False for an attempt that another has taken over, and for a backup that has ended. Locked until the transaction ends. */
export const holdAttempt = async (tx: Tx, backupId: number, attempt: number): Promise<boolean> => {
  const found = await tx
    .select({ id: backups.id })
    .from(backups)
    .where(and(eq(backups.id, backupId), eq(backups.state, 'making'), eq(backups.attempt, attempt)))
    .for('share')
  return found.length > 0
}

/** Expected size, for those who look on; the result replaces it. */
export const setExpectedBytes = async (
  db: Db,
  backupId: number,
  attempt: number,
  expectedBytes: number,
): Promise<void> => {
  await db
    .update(backups)
    .set({ rawBytes: expectedBytes })
    .where(and(eq(backups.id, backupId), eq(backups.state, 'making'), eq(backups.attempt, attempt)))
}

export const writeResult = async (
  tx: Tx,
  backupId: number,
  attempt: number,
  result: { manifest: Buffer; contents: KeptContents | null; rawBytes: number; storedBytes: number },
): Promise<boolean> => {
  const written = await tx
    .update(backups)
    .set(result)
    .where(and(eq(backups.id, backupId), eq(backups.state, 'making'), eq(backups.attempt, attempt)))
    .returning({ id: backups.id })
  return written.length > 0
}

export const lockByPart = async (tx: Tx, partId: number): Promise<BackupRow | undefined> => {
  const [row] = await tx.select().from(backups).where(eq(backups.partId, partId)).for('update')
  return row
}

export const setComplete = async (tx: Tx, backupId: number, endedAt: Date, deleteAt: Date | null): Promise<void> => {
  await tx.update(backups).set({ state: 'complete', endedAt, deleteAt }).where(eq(backups.id, backupId))
}

export const setFailed = async (tx: Tx, backupId: number, endedAt: Date, reason: string): Promise<void> => {
  await tx
    .update(backups)
    .set({ state: 'failed', endedAt, reason, manifest: null, contents: null, rawBytes: 0, storedBytes: 0 })
    .where(eq(backups.id, backupId))
}

export const lockOwnBackup = async (tx: Tx, userId: number, backupId: number): Promise<BackupRow | undefined> => {
  const [row] = await tx
    .select()
    .from(backups)
    .where(and(eq(backups.id, backupId), eq(backups.userId, userId)))
    .for('update')
  return row
}

export const findOwnBackup = async (db: Db | Tx, userId: number, backupId: number): Promise<BackupRow | undefined> => {
  const [row] = await db
    .select()
    .from(backups)
    .where(and(eq(backups.id, backupId), eq(backups.userId, userId)))
  return row
}

export const setTrashed = async (tx: Tx, backupId: number, trashedAt: Date, deleteAt: Date): Promise<void> => {
  await tx.update(backups).set({ state: 'trashed', trashedAt, deleteAt }).where(eq(backups.id, backupId))
}

/** Back from the trash, or from among the last-chance backups. */
export const setKept = async (tx: Tx, backup: BackupRow): Promise<void> => {
  const origin = backup.origin === 'lastChance' ? 'manual' : backup.origin
  await tx
    .update(backups)
    .set({ state: 'complete', trashedAt: null, deleteAt: null, origin })
    .where(eq(backups.id, backup.id))
}

export const deleteRow = async (tx: Tx, backupId: number): Promise<void> => {
  await tx.delete(backups).where(eq(backups.id, backupId))
}

const isListed = (userId: number, filter: 'kept' | 'trash', deviceId?: number): SQL | undefined =>
  and(
    eq(backups.userId, userId),
    filter === 'trash' ? eq(backups.state, 'trashed') : ne(backups.state, 'trashed'),
    deviceId === undefined ? undefined : eq(backups.deviceId, deviceId),
  )

export const listBackups = (
  db: Db,
  {
    userId,
    filter,
    deviceId,
    page,
    rows,
  }: { userId: number; filter: 'kept' | 'trash'; deviceId?: number | undefined; page: number; rows: number },
): Promise<BackupRow[]> =>
  db
    .select()
    .from(backups)
    .where(isListed(userId, filter, deviceId))
    .orderBy(desc(backups.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countBackups = (db: Db, userId: number, filter: 'kept' | 'trash', deviceId?: number): Promise<number> =>
  db.$count(backups, isListed(userId, filter, deviceId))

/** Complete backups of a device beyond the newest ones, oldest first. */
export const listBeyond = async (tx: Tx, deviceId: number, userId: number, keepLast: number): Promise<BackupRow[]> => {
  const complete = await tx
    .select()
    .from(backups)
    .where(
      and(
        eq(backups.deviceId, deviceId),
        eq(backups.userId, userId),
        eq(backups.state, 'complete'),
        ne(backups.origin, 'lastChance'),
      ),
    )
    .orderBy(desc(backups.id))
    .for('update')
  return complete.slice(keepLast).toReversed()
}

export const findKeepLast = async (db: Db | Tx, deviceId: number, userId: number): Promise<number> => {
  const [row] = await db
    .select({ keepLast: backupSettings.keepLast })
    .from(backupSettings)
    .where(and(eq(backupSettings.deviceId, deviceId), eq(backupSettings.userId, userId)))
  return row?.keepLast ?? 0
}

/** A new owner's wish takes the place of the old one's. */
export const setKeepLast = async (tx: Tx, deviceId: number, userId: number, keepLast: number): Promise<void> => {
  await tx
    .insert(backupSettings)
    .values({ deviceId, userId, keepLast })
    .onConflictDoUpdate({ target: backupSettings.deviceId, set: { userId, keepLast } })
}

interface DueBackup {
  readonly id: number
  readonly userId: number
}

export const listDue = (db: Db, now: Date, limit: number, afterId = 0): Promise<DueBackup[]> =>
  db
    .select({ id: backups.id, userId: backups.userId })
    .from(backups)
    .where(and(lte(backups.deleteAt, now), gt(backups.id, afterId)))
    .orderBy(asc(backups.id))
    .limit(limit)

/** Kept backups that count against the quota, oldest first. */
export const listOldest = (db: Db, userId: number, limit: number) =>
  db
    .select({ id: sql<string>`${backups.id}::text`, createdAt: backups.createdAt })
    .from(backups)
    .where(and(eq(backups.userId, userId), eq(backups.state, 'complete'), ne(backups.origin, 'lastChance')))
    .orderBy(asc(backups.createdAt), asc(backups.id))
    .limit(limit)

interface OwnDevices {
  readonly userId: number
  /** One alone; all when absent. */
  readonly deviceId?: number | undefined
}

const isOwnDevice = ({ userId, deviceId }: OwnDevices): SQL | undefined =>
  and(
    eq(devices.ownerId, userId),
    ne(devices.state, 'released'),
    deviceId === undefined ? undefined : eq(devices.id, deviceId),
  )

export const listOwnDevices = (db: Db, which: OwnDevices, page: number, rows: number) =>
  db
    .select()
    .from(devices)
    .where(isOwnDevice(which))
    .orderBy(asc(devices.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countOwnDevices = (db: Db, which: OwnDevices): Promise<number> => db.$count(devices, isOwnDevice(which))

/** Of each device the newest backup that has ended and is not in the trash, and the number of complete ones. */
export const listNewest = async (db: Db, userId: number, deviceIds: readonly number[]) => {
  const isTheirs = and(eq(backups.userId, userId), inArray(backups.deviceId, [...deviceIds]))
  const newest = await db
    .selectDistinctOn([backups.deviceId])
    .from(backups)
    .where(and(isTheirs, inArray(backups.state, ['complete', 'failed'])))
    .orderBy(backups.deviceId, desc(backups.id))
  const making = await db
    .select({ deviceId: backups.deviceId, rawBytes: backups.rawBytes })
    .from(backups)
    .where(and(isTheirs, eq(backups.state, 'making')))
  const counts = await db
    .select({ deviceId: backups.deviceId, complete: count() })
    .from(backups)
    .where(and(isTheirs, eq(backups.state, 'complete')))
    .groupBy(backups.deviceId)
  const keeps = await db
    .select()
    .from(backupSettings)
    .where(and(eq(backupSettings.userId, userId), inArray(backupSettings.deviceId, [...deviceIds])))
  return {
    newest: new Map(newest.map((row) => [row.deviceId, row])),
    expectedBytes: new Map(making.map(({ deviceId, rawBytes }) => [deviceId, rawBytes])),
    completeCounts: new Map(counts.map(({ deviceId, complete }) => [deviceId, complete])),
    keepLasts: new Map(keeps.map(({ deviceId, keepLast }) => [deviceId, keepLast])),
  }
}

/** The rows of an erased account; its packs are left to the sweep, which deletes their objects. */
export const eraseBackups = async (tx: Tx, userId: number): Promise<void> => {
  await tx.execute(sql`delete from backup_pack_uses using backups where backups.id = backup_id and user_id = ${userId}`)
  await tx.execute(sql`delete from backup_blocks where user_id = ${userId}`)
  await tx.update(backupPacks).set({ chargedAs: null, userId: null }).where(eq(backupPacks.userId, userId))
  await tx.delete(backups).where(eq(backups.userId, userId))
  await tx.delete(backupSettings).where(eq(backupSettings.userId, userId))
}
