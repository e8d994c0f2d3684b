import { ZONE_CHANGE_COST_BEANS, ZONE_CHANGE_FREE_EVERY_MS } from './limits.ts'

/** What a change of zone costs now. Exactly 30 days after the last free one, the next is free. */
export const zoneChangeCostBeans = (lastFreeChangeAt: number | null, now: number): number =>
  lastFreeChangeAt === null || now - lastFreeChangeAt >= ZONE_CHANGE_FREE_EVERY_MS ? 0 : ZONE_CHANGE_COST_BEANS
