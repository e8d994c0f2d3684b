import { and, eq, gt, isNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { devices, zoneSightings } from '../../../tables/devices.ts'

/** A zone not seen by any process for this long is unreachable: its phones change no state and are not charged. */
const UNREACHABLE_AFTER_MS = 90_000
/** Faulty phones of a zone that are replaced automatically: this many, or this share of all. */
const REPLACED_ALONE = 2
const REPLACED_ALONE_SHARE = 0.05
/** Phones replaced within this time still count as faulty: a zone may fail slowly. */
const REPLACED_LATELY = sql.raw(`interval '1 hour'`)

interface SupplierZone {
  readonly supplierType: number
  readonly zoneId: number
}

const unreachableBefore = (clock: Clock): SQL =>
  sql`${databaseNow(clock)} - ${UNREACHABLE_AFTER_MS} * interval '1 millisecond'`

/** The device's zone is unreachable. A zone that was never probed is not. */
export const isZoneUnreachable = (clock: Clock): SQL =>
  sql`exists (select from zone_sightings s where s.supplier_type = ${devices.supplierType}
    and s.zone_id = ${devices.zoneId} and s.seen_at < ${unreachableBefore(clock)})`

interface SightingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Records that phones of a zone answered. After an outage, rentals that ended in it are extended by its length, so that
 * owners keep the time left when the zone was last seen.
 */
export const recordSighting = (deps: SightingDeps, { supplierType, zoneId }: SupplierZone): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const { clock, log } = deps
    const zone = { supplierType, zoneId }
    const isZone = and(eq(zoneSightings.supplierType, supplierType), eq(zoneSightings.zoneId, zoneId))
    const [before] = await tx.select().from(zoneSightings).where(isZone).for('update')
    const seenAt = clock.now()
    await tx
      .insert(zoneSightings)
      .values({ ...zone, seenAt })
      .onConflictDoUpdate({
        target: [zoneSightings.supplierType, zoneSightings.zoneId],
        set: { seenAt: sql`greatest(${zoneSightings.seenAt}, excluded.seen_at)` },
      })
    if (!before || seenAt.getTime() - before.seenAt.getTime() < UNREACHABLE_AFTER_MS) return
    const isThere = and(eq(devices.supplierType, supplierType), eq(devices.zoneId, zoneId))
    // Faulty devices are extended when they run again: their fault began with the outage.
    await tx
      .update(devices)
      .set({ faultySince: before.seenAt })
      .where(and(isThere, gt(devices.faultySince, before.seenAt)))
    const restored = await tx
      .update(devices)
      .set({ expiresAt: sql`${devices.expiresAt} + (${seenAt}::timestamptz - ${before.seenAt}::timestamptz)` })
      .where(
        and(
          isThere,
          isNull(devices.faultySince),
          notInArray(devices.state, ['creating', 'expired', 'released']),
          not(devices.isMetered),
          gt(devices.expiresAt, before.seenAt),
          lte(devices.expiresAt, seenAt),
        ),
      )
      .returning({ id: devices.id })
    const awaySeconds = Math.round((seenAt.getTime() - before.seenAt.getTime()) / 1000)
    log.warn({ ...zone, awaySeconds, restored: restored.length }, 'zone outage over, rentals extended')
  })

export interface ZoneHealth extends SupplierZone {
  readonly zoneCode: string
  readonly zoneName: string
  readonly phones: number
  readonly faulty: number
  readonly replacedLately: number
  /** Null where none of its phones was ever probed. */
  readonly seenAt: Date | null
  readonly isAway: boolean
  /** Too many faults for automatic replacement: faulty phones wait for an operator. */
  readonly isBraked: boolean
}

interface ZoneRow extends Record<string, unknown> {
  readonly supplier_type: number
  readonly zone_id: number
  readonly code: string
  readonly name: string
  readonly phones: number
  readonly faulty: number
  readonly replaced: number
  readonly seen_ms: number | null
  readonly is_away: boolean
}

/** Every zone with rented phones. */
export const listZoneHealth = async (db: Db | Tx, clock: Clock): Promise<ZoneHealth[]> => {
  const { rows } = await db.execute<ZoneRow>(sql`
    select d.supplier_type, d.zone_id::float8 as zone_id, z.code, z.name, d.phones, d.faulty,
      (select count(*)::int from quarantined_phones q where q.zone_id = d.zone_id
        and q.supplier_type = d.supplier_type and q.quarantined_at > ${databaseNow(clock)} - ${REPLACED_LATELY}) as replaced,
      (extract(epoch from s.seen_at) * 1000)::float8 as seen_ms,
      coalesce(s.seen_at < ${unreachableBefore(clock)}, false) as is_away
    from (
      select supplier_type, zone_id, count(*)::int as phones,
        (count(*) filter (where state in ('faulty', 'replacing')))::int as faulty
      from devices where state not in ('creating', 'expired', 'released') group by supplier_type, zone_id
    ) d
    join zones z on z.id = d.zone_id
    left join zone_sightings s on s.supplier_type = d.supplier_type and s.zone_id = d.zone_id
    order by z.id, d.supplier_type`)
  return rows.map((row) => {
    const { phones, faulty, replaced: replacedLately } = row
    return {
      supplierType: row.supplier_type,
      zoneId: row.zone_id,
      zoneCode: row.code,
      zoneName: row.name,
      phones,
      faulty,
      replacedLately,
      seenAt: row.seen_ms === null ? null : new Date(row.seen_ms),
      isAway: row.is_away,
      isBraked: row.is_away || isTooMuch(phones, faulty, replacedLately),
    }
  })
}

/** More than the limit, or all phones of a zone with several. */
const isTooMuch = (phones: number, faulty: number, replacedLately: number): boolean =>
  faulty + replacedLately > Math.max(REPLACED_ALONE, Math.floor(phones * REPLACED_ALONE_SHARE)) ||
  (faulty === phones && phones > 1)
