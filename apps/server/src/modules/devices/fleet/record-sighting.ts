import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import {
  backdateFaults,
  extendRentals,
  insertOutage,
  lockLastSeen,
  type SupplierZone,
  UNREACHABLE_AFTER_MS,
  upsertSighting,
} from './zone-store.ts'

interface SightingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Records that phones of a zone answered. After an outage, rentals that ended in it are extended by its length, so that
 * owners keep the time left when the zone was last seen.
 */
export const recordSighting = (
  { database: { db }, clock, log }: SightingDeps,
  { supplierType, zoneId }: SupplierZone,
): Promise<void> =>
  db.transaction(async (tx) => {
    const zone = { supplierType, zoneId }
    const lastSeenAt = await lockLastSeen(tx, zone)
    const seenAt = clock.now()
    await upsertSighting(tx, zone, seenAt)
    if (!lastSeenAt || seenAt.getTime() - lastSeenAt.getTime() < UNREACHABLE_AFTER_MS) return
    // Faulty devices are extended when they run again: their fault began with the outage.
    await backdateFaults(tx, zone, lastSeenAt)
    const outage = { from: lastSeenAt, to: seenAt }
    const extended = await extendRentals(tx, zone, outage)
    await insertOutage(tx, zone, outage, extended)
    const awaySeconds = Math.round((seenAt.getTime() - lastSeenAt.getTime()) / 1000)
    log.warn({ ...zone, awaySeconds, restored: extended.length }, 'zone outage over, rentals extended')
  })
