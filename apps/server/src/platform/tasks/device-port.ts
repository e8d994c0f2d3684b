import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Tx } from '../database.ts'
import type { PhoneHealth } from '../supplier.ts'
import type { TaskDevice } from './definition.ts'

/** The stay in a state that some work ends. */
interface Stay {
  readonly deviceId: number
  readonly stateCount: number
}

/** What tasks need of devices: whoever owns their states does it. */
export interface TaskDevices {
  /** How the phone is now; never throws. */
  health(device: TaskDevice, signal: AbortSignal): Promise<PhoneHealth>
  /** Ends a stay; one that has ended otherwise stays as it is. */
  settle(tx: Tx, stay: Stay, into: SettledState): Promise<void>
}

export type SettledState = Extract<DeviceState, 'running' | 'stopped' | 'faulty'>

/** Nothing was done to it: it is what it was, and faulty where it was nothing yet. */
export const asBefore = (before: DeviceState): SettledState =>
  before === 'running' || before === 'stopped' ? before : 'faulty'

/** Something was done to it, well or not. */
export const afterWork = (before: DeviceState, health: PhoneHealth): SettledState => {
  if (before === 'stopped') return 'stopped'
  // Whoever cannot see a phone does not say that it is broken.
  if (health === 'unseen') return asBefore(before)
  return health === 'up' ? 'running' : 'faulty'
}
