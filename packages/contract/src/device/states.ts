/** Everything that a device can be. What leads from one to the next stands in the machine. */
export const deviceStates = [
  'creating',
  'running',
  'stopped',
  'rebooting',
  'cleaning',
  'backingUp',
  'restoring',
  'replacing',
  'changingZone',
  'changingConfiguration',
  'updating',
  'expired',
  'released',
  'faulty',
] as const
export type DeviceState = (typeof deviceStates)[number]
