import { and, asc, eq, gt, isNotNull, isNull, lte, not, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { zoneOutages } from '../../../tables/availability.ts'
import { devices, zoneSightings } from '../../../tables/devices.ts'

/** A zone not seen by any process for this long is unreachable: its phones change no state and are not charged. */
export const UNREACHABLE_AFTER_MS = 90_000
/** Phones replaced within this time still count as faulty: a zone may fail slowly. */
const REPLACED_LATELY = sql.raw(`interval '1 hour'`)

const REFUSING_LISTED = 200

export interface SupplierZone {
  readonly supplierType: number
  readonly zoneId: number
}

interface Outage {
  readonly from: Date
  readonly to: Date
}

const unreachableBefore = (clock: Clock): SQL =>
  sql`${databaseNow(clock)} - ${UNREACHABLE_AFTER_MS} * interval '1 millisecond'`

/** The device's zone is unreachable. A zone that was never probed is not. */
export const isZoneUnreachable = (
  clock: Clock,
  { supplierType, zoneId }: { supplierType: SQLWrapper; zoneId: SQLWrapper } = devices,
): SQL =>
  sql`exists (select from zone_sightings s where s.supplier_type = ${supplierType}
    and s.zone_id = ${zoneId} and s.seen_at < ${unreachableBefore(clock)})`

/** Whether any zone is unreachable or has faulty phones, from indexes alone. */
export const hasZoneInTrouble = async (db: Db, clock: Clock): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from devices where state = 'faulty')
      or exists (select from zone_sightings where seen_at < ${unreachableBefore(clock)}) as found`)
  return rows[0]?.found === true
}

/** Time at which the zone was last seen, locked for the transaction; undefined before the first sighting. */
export const lockLastSeen = async (tx: Tx, { supplierType, zoneId }: SupplierZone): Promise<Date | undefined> => {
  const isZone = and(eq(zoneSightings.supplierType, supplierType), eq(zoneSightings.zoneId, zoneId))
  const [sighting] = await tx.select({ seenAt: zoneSightings.seenAt }).from(zoneSightings).where(isZone).for('update')
  return sighting?.seenAt
}

/** Never moves the time of a zone back. */
export const upsertSighting = async (tx: Tx, { supplierType, zoneId }: SupplierZone, seenAt: Date): Promise<void> => {
  await tx
    .insert(zoneSightings)
    .values({ supplierType, zoneId, seenAt })
    .onConflictDoUpdate({
      target: [zoneSightings.supplierType, zoneSightings.zoneId],
      set: { seenAt: sql`greatest(${zoneSightings.seenAt}, excluded.seen_at)` },
    })
}

const isInZone = ({ supplierType, zoneId }: SupplierZone) =>
  and(eq(devices.supplierType, supplierType), eq(devices.zoneId, zoneId))

/** Moves faults that were noticed later back to that time. */
export const backdateFaults = async (tx: Tx, zone: SupplierZone, faultySince: Date): Promise<void> => {
  await tx
    .update(devices)
    .set({ faultySince })
    .where(and(isInZone(zone), gt(devices.faultySince, faultySince)))
}

/** Extends prepaid rentals of healthy devices that ended in the outage by its length; returns their ids. */
export const extendRentals = async (tx: Tx, zone: SupplierZone, { from, to }: Outage): Promise<number[]> => {
  const extended = await tx
    .update(devices)
    .set({ expiresAt: sql`${devices.expiresAt} + (${to}::timestamptz - ${from}::timestamptz)` })
    .where(
      and(
        isInZone(zone),
        isNull(devices.faultySince),
        notInArray(devices.state, ['creating', 'expired', 'released']),
        not(devices.isMetered),
        gt(devices.expiresAt, from),
        lte(devices.expiresAt, to),
      ),
    )
    .returning({ id: devices.id })
  return extended.map(({ id }) => id)
}

const SECOND_MS = 1000

/**
 * Records an outage; `availability.recordOutages` writes the interruptions of its devices. Those that were extended have theirs at
 * once, with the time that they got back.
 */
export const insertOutage = async (
  tx: Tx,
  { supplierType, zoneId }: SupplierZone,
  { from, to }: Outage,
  extendedIds: readonly number[],
): Promise<void> => {
  const [outage] = await tx
    .insert(zoneOutages)
    .values({ supplierType, zoneId, startedAt: from, endedAt: to })
    .returning({ id: zoneOutages.id })
  if (!outage || extendedIds.length === 0) return
  const seconds = Math.floor((to.getTime() - from.getTime()) / SECOND_MS)
  await tx.execute(sql`
    insert into device_interruptions
      (device_id, owner_id, zone_id, cause, fault, started_at, ended_at, outage_id, restored_seconds)
    select d.id, d.owner_id, d.zone_id, 'zone', 'ours', ${from}, ${to}, ${outage.id}, ${seconds}
    from devices d where d.id = any(${sql.param([...extendedIds])}::bigint[]) and d.state <> 'stopped' and not d.is_trial
    order by d.id`)
}

export interface ZoneCounts extends SupplierZone {
  readonly zoneCode: string
  readonly zoneName: string
  readonly phones: number
  readonly faulty: number
  /** Of the faulty ones, those that refuse ADB; they wait for a person. */
  readonly refusing: number
  readonly replacedLately: number
  /** Null where none of its phones was ever probed. */
  readonly seenAt: Date | null
  readonly isAway: boolean
}

interface ZoneRow extends Record<string, unknown> {
  readonly supplier_type: number
  readonly zone_id: number
  readonly code: string
  readonly name: string
  readonly phones: number
  readonly faulty: number
  readonly refusing: number
  readonly replaced: number
  readonly seen_ms: number | null
  readonly is_away: boolean
}

/** Every zone with rented phones. Phones are counted in an index, and only faulty ones read. */
export const listZoneCounts = async (db: Db | Tx, clock: Clock): Promise<ZoneCounts[]> => {
  const { rows } = await db.execute<ZoneRow>(sql`
    select d.supplier_type, d.zone_id::float8 as zone_id, z.code, z.name, d.phones,
      coalesce(f.faulty, 0) as faulty, coalesce(f.refusing, 0) as refusing,
      (select count(*)::int from quarantined_phones q where q.zone_id = d.zone_id
        and q.supplier_type = d.supplier_type and not q.is_by_owner and q.quarantined_at > ${databaseNow(clock)} - ${REPLACED_LATELY}) as replaced,
      (extract(epoch from s.seen_at) * 1000)::float8 as seen_ms,
      coalesce(s.seen_at < ${unreachableBefore(clock)}, false) as is_away
    from (
      select zone_id, supplier_type, count(*)::int as phones
      from devices where state not in ('creating', 'expired', 'released') group by zone_id, supplier_type
    ) d
    left join (
      select zone_id, supplier_type, count(*)::int as faulty,
        (count(*) filter (where state = 'faulty' and adb_refused_since is not null))::int as refusing
      from devices where state = 'faulty' or (state = 'replacing' and faulty_since is not null) group by zone_id, supplier_type
    ) f using (zone_id, supplier_type)
    join zones z on z.id = d.zone_id
    left join zone_sightings s on s.supplier_type = d.supplier_type and s.zone_id = d.zone_id
    order by z.id, d.supplier_type`)
  return rows.map((row) => ({
    supplierType: row.supplier_type,
    zoneId: row.zone_id,
    zoneCode: row.code,
    zoneName: row.name,
    phones: row.phones,
    faulty: row.faulty,
    refusing: row.refusing,
    replacedLately: row.replaced,
    seenAt: row.seen_ms === null ? null : new Date(row.seen_ms),
    isAway: row.is_away,
  }))
}

/** Phones of faulty devices that refuse ADB, the longest first. */
export const listRefusingPhones = (db: Db): Promise<{ supplierType: number; phoneId: string }[]> =>
  db
    .select({ supplierType: devices.supplierType, phoneId: devices.phoneId })
    .from(devices)
    .where(and(eq(devices.state, 'faulty'), isNotNull(devices.adbRefusedSince)))
    .orderBy(asc(devices.adbRefusedSince), asc(devices.id))
    .limit(REFUSING_LISTED)
