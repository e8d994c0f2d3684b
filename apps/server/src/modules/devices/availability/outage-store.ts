import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { zoneOutages } from '../../../tables/availability.ts'
import { devices } from '../../../tables/devices.ts'

export type OutageRow = typeof zoneOutages.$inferSelect

export const listOpenOutages = (db: Db, after: number, limit: number): Promise<OutageRow[]> =>
  db
    .select()
    .from(zoneOutages)
    .where(and(isNull(zoneOutages.recordedAt), gt(zoneOutages.id, after)))
    .orderBy(asc(zoneOutages.id))
    .limit(limit)

/** Devices that were rented when the zone was lost and not away for another reason; by id. */
export const listOutageDevices = async (
  db: Db,
  { supplierType, zoneId, startedAt, endedAt }: OutageRow,
  after: number,
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.supplierType, supplierType),
        eq(devices.zoneId, zoneId),
        gt(devices.id, after),
        lte(devices.firstStartedAt, startedAt),
        sql`not ${devices.isTrial}`,
        sql`${devices.state} not in ('creating', 'released')`,
        // Stopped or expired since: they could have been used meanwhile.
        sql`(${devices.state} not in ('stopped', 'expired') or ${devices.stateSince} >= ${endedAt}::timestamptz)`,
        sql`not exists (select from device_interruptions i where i.device_id = ${devices.id}
          and i.started_at < ${endedAt}::timestamptz and coalesce(i.ended_at, 'infinity') > ${startedAt}::timestamptz)`,
      ),
    )
    .orderBy(asc(devices.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Once for each device, however often it is tried. */
export const insertForOutage = async (db: Db, outageId: number, deviceIds: readonly number[]): Promise<void> => {
  await db.execute(sql`
    insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at, outage_id)
    select d.id, d.owner_id, d.zone_id, 'zone', 'ours', o.started_at, o.ended_at, o.id
    from devices d, zone_outages o where o.id = ${outageId} and d.id = any(${sql.param([...deviceIds])}::bigint[])
    order by d.id on conflict do nothing`)
}

export const markRecorded = async (db: Db, outageId: number, now: Date): Promise<void> => {
  await db.update(zoneOutages).set({ recordedAt: now }).where(eq(zoneOutages.id, outageId))
}
