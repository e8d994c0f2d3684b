/** A change of zone is free once in this long, for each device. */
export const ZONE_CHANGE_FREE_EVERY_MS = 30 * 24 * 60 * 60 * 1000

export const ZONE_CHANGE_COST_BEANS = 100
