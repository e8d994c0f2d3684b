import type { DrillResult } from '@yunji/contract/space/backup-rules'
import { and, asc, eq, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../platform/database.ts'
import { backups, restoreDrills } from '../../../tables/backups.ts'
import { devices } from '../../../tables/devices.ts'

export type DrillRow = typeof restoreDrills.$inferSelect

export interface DrilledBackup {
  readonly backup: typeof backups.$inferSelect
  readonly device: typeof devices.$inferSelect
}

/** Held until the transaction ends: the number of drills is bounded over all processes. */
export const lockDrills = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('space.drills'))`)
}

export const countDrilling = (tx: Tx): Promise<number> => tx.$count(restoreDrills)

/** The newest backup of each device whose last drill is older than `before`, longest ago first. */
export const listDrillable = async (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<(Pick<DrilledBackup, 'device'> & { readonly id: number })[]> => {
  const newer = alias(backups, 'newer')
  const hasNewer = tx
    .select({ id: newer.id })
    .from(newer)
    .where(and(eq(newer.deviceId, backups.deviceId), gt(newer.id, backups.id), eq(newer.state, 'complete')))
  const drilling = tx.select({ id: restoreDrills.id }).from(restoreDrills).where(eq(restoreDrills.backupId, backups.id))
  return tx
    .select({ id: backups.id, device: devices })
    .from(backups)
    .innerJoin(devices, and(eq(devices.id, backups.deviceId), eq(devices.ownerId, backups.userId)))
    .where(
      and(
        eq(backups.state, 'complete'),
        or(isNull(backups.drillAt), lt(backups.drillAt, before)),
        notExists(hasNewer),
        notExists(drilling),
      ),
    )
    .orderBy(sql`${backups.drillAt} nulls first`, asc(backups.id))
    .limit(limit)
    .for('update', { of: backups, skipLocked: true })
}

export const insertDrill = async (tx: Tx, drill: typeof restoreDrills.$inferInsert): Promise<DrillRow> => {
  const [row] = await tx.insert(restoreDrills).values(drill).returning()
  if (!row) throw new Error('drill was not inserted')
  return row
}

export const findDrill = async (db: Db, drillId: number): Promise<DrillRow | undefined> => {
  const [row] = await db.select().from(restoreDrills).where(eq(restoreDrills.id, drillId))
  return row
}

/** Undefined when it was erased meanwhile. */
export const findDrilledBackup = async (db: Db, backupId: number): Promise<DrilledBackup | undefined> => {
  const [row] = await db
    .select({ backup: backups, device: devices })
    .from(backups)
    .innerJoin(devices, eq(devices.id, backups.deviceId))
    .where(eq(backups.id, backupId))
  return row
}

/** Drills that nobody works on any more, and those whose backup was erased. */
export const listLostDrills = (db: Db, before: Date, limit: number, afterId = 0): Promise<DrillRow[]> => {
  const backup = db.select({ id: backups.id }).from(backups).where(eq(backups.id, restoreDrills.backupId))
  return db
    .select()
    .from(restoreDrills)
    .where(and(or(lt(restoreDrills.beganAt, before), notExists(backup)), gt(restoreDrills.id, afterId)))
    .orderBy(asc(restoreDrills.id))
    .limit(limit)
}

/** False when the drill has ended already. */
export const deleteDrill = async (tx: Tx, drillId: number): Promise<boolean> => {
  const ended = await tx.delete(restoreDrills).where(eq(restoreDrills.id, drillId)).returning({ id: restoreDrills.id })
  return ended.length > 0
}

export const setDrilled = async (
  tx: Tx,
  backupId: number,
  found: { readonly drillAt: Date; readonly drillResult: DrillResult; readonly drillReason: string },
): Promise<void> => {
  await tx.update(backups).set(found).where(eq(backups.id, backupId))
}
