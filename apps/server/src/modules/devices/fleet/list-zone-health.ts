import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { hasZoneInTrouble, listZoneCounts, type ZoneCounts } from './zone-store.ts'

/** Faulty phones of a zone that are replaced automatically: this many, or this share of all. */
const REPLACED_ALONE = 2
const REPLACED_ALONE_SHARE = 0.05

export interface ZoneHealth extends ZoneCounts {
  /** Too many faults for automatic replacement: faulty phones wait for an operator. */
  readonly isBreakerOpen: boolean
}

/** Every zone with rented phones. */
export const listZoneHealth = async (db: Db | Tx, clock: Clock): Promise<ZoneHealth[]> =>
  (await listZoneCounts(db, clock)).map((zone) => ({ ...zone, isBreakerOpen: zone.isAway || hasTooManyFaults(zone) }))

/** Zones whose faulty phones wait for an operator. Phones are counted only where there is a fault at all. */
export const countOpenBreakers = async (db: Db, clock: Clock): Promise<number> => {
  if (!(await hasZoneInTrouble(db, clock))) return 0
  return (await listZoneHealth(db, clock)).filter(({ isBreakerOpen }) => isBreakerOpen).length
}

/** More than the limit, or all phones of a zone with several. Phones that refuse ADB are not replaced and do not use it up. */
const hasTooManyFaults = ({ phones, faulty, refusing, replacedLately }: ZoneCounts): boolean =>
  faulty - refusing + replacedLately > Math.max(REPLACED_ALONE, Math.floor(phones * REPLACED_ALONE_SHARE)) ||
  (faulty === phones && phones > 1)
