import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Tx } from '../database.ts'
import type { PhoneReachability } from '../supplier.ts'
import type { TaskDevice } from './definition.ts'

/** Busy state of a device that its task ends, identified by the state count. */
interface BusyState {
  readonly deviceId: number
  readonly stateCount: number
}

/** Device operations that tasks need, implemented by the owner of device states. */
export interface TaskDevices {
  /** Current health of the phone; never throws. */
  health(device: TaskDevice, signal: AbortSignal): Promise<PhoneReachability>
  /** Leaves the busy state; no effect when the device has left it otherwise. */
  settle(tx: Tx, busy: BusyState, into: SettledState): Promise<void>
}

export type SettledState = Extract<DeviceState, 'running' | 'stopped' | 'faulty'>

/** State of a device that was not touched: the one before, or faulty when it had none yet. */
export const asBefore = (before: DeviceState): SettledState =>
  before === 'running' || before === 'stopped' ? before : 'faulty'

/** State of a device that was worked on, with or without success. */
export const afterWork = (before: DeviceState, health: PhoneReachability): SettledState => {
  if (before === 'stopped') return 'stopped'
  // An unseen phone is not known to be broken.
  if (health === 'unseen') return asBefore(before)
  return health === 'up' ? 'running' : 'faulty'
}
