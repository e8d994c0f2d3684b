/** What somebody may do with a device, from the least to the most. */
export const deviceRights = ['view', 'control', 'owner'] as const
export type DeviceRight = (typeof deviceRights)[number]

/** A right holds every smaller one. */
export const holds = (held: DeviceRight | 'none', needed: DeviceRight): boolean =>
  (held === 'none' ? -1 : deviceRights.indexOf(held)) >= deviceRights.indexOf(needed)
