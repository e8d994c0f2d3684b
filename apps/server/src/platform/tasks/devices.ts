import type { DeviceState } from '@yunji/contract/device/states'
import type { Tx } from '../database.ts'
import type { TaskDevice } from './definition.ts'

/** The stay in a state that some work ends. */
interface Stay {
  readonly deviceId: number
  readonly stateCount: number
}

/** What tasks need of devices: whoever owns their states does it. */
export interface TaskDevices {
  /** Whether the phone runs now; never throws. */
  isUp(device: TaskDevice, signal: AbortSignal): Promise<boolean>
  /** Ends a stay; one that has ended otherwise stays as it is. */
  settle(tx: Tx, stay: Stay, into: SettledState): Promise<void>
}

export type SettledState = Extract<DeviceState, 'running' | 'stopped' | 'faulty'>

/** Nothing was done to it: it is what it was, and faulty where it was nothing yet. */
export const asBefore = (before: DeviceState): SettledState =>
  before === 'running' || before === 'stopped' ? before : 'faulty'

/** Something was done to it, well or not. */
export const afterWork = (before: DeviceState, isUp: boolean): SettledState => {
  if (before === 'stopped') return 'stopped'
  return isUp ? 'running' : 'faulty'
}
