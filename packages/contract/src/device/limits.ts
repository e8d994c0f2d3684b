/** A change of zone is free once in this long, for each device. */
export const ZONE_CHANGE_FREE_EVERY_MS = 30 * 24 * 60 * 60 * 1000

export const ZONE_CHANGE_COST_BEANS = 100

export const DEVICE_NAME_CHARACTERS = 20

/** Devices that one command may go to. */
export const DEVICES_AT_ONCE = 100

/** Less than this is left: the home page reminds its owner. */
export const EXPIRING_SOON_MS = 24 * 60 * 60 * 1000
