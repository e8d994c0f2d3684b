import type { DrillResult } from '@yunji/contract/space/backup-rules'
import { and, asc, eq, gt, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../platform/database.ts'
import { backups } from '../../../tables/backups.ts'
import { devices } from '../../../tables/devices.ts'

export interface DrilledBackup {
  readonly backup: typeof backups.$inferSelect
  readonly device: typeof devices.$inferSelect
}

/** Held until the transaction ends: the number of drills is bounded over all processes. */
export const lockDrills = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('space.drills'))`)
}

export const countDrilling = (tx: Tx): Promise<number> => tx.$count(backups, isNotNull(backups.drillingSince))

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
  return tx
    .select({ id: backups.id, device: devices })
    .from(backups)
    .innerJoin(devices, and(eq(devices.id, backups.deviceId), eq(devices.ownerId, backups.userId)))
    .where(
      and(
        eq(backups.state, 'complete'),
        isNull(backups.drillingSince),
        or(isNull(backups.drillAt), lt(backups.drillAt, before)),
        notExists(hasNewer),
      ),
    )
    .orderBy(sql`${backups.drillAt} nulls first`, asc(backups.id))
    .limit(limit)
    .for('update', { of: backups, skipLocked: true })
}

export const setDrilling = async (tx: Tx, backupId: number, since: Date): Promise<void> => {
  await tx.update(backups).set({ drillingSince: since }).where(eq(backups.id, backupId))
}

export const findDrilling = async (db: Db, backupId: number): Promise<DrilledBackup | undefined> => {
  const [row] = await db
    .select({ backup: backups, device: devices })
    .from(backups)
    .innerJoin(devices, eq(devices.id, backups.deviceId))
    .where(and(eq(backups.id, backupId), isNotNull(backups.drillingSince)))
  return row
}

/** Drills that nobody works on any more. */
export const listLostDrills = (db: Db, before: Date, limit: number, afterId = 0) =>
  db
    .select({ id: backups.id })
    .from(backups)
    .where(and(lt(backups.drillingSince, before), gt(backups.id, afterId)))
    .orderBy(asc(backups.id))
    .limit(limit)

/** False when the drill has ended already. */
export const setDrilled = async (
  tx: Tx,
  backupId: number,
  since: Date,
  found: { readonly drillAt: Date; readonly drillResult: DrillResult; readonly drillReason: string },
): Promise<boolean> => {
  const ended = await tx
    .update(backups)
    .set({ ...found, drillingSince: null })
    .where(and(eq(backups.id, backupId), eq(backups.drillingSince, since)))
    .returning({ id: backups.id })
  return ended.length > 0
}
