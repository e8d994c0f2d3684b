import type { DeviceEvent } from '../machines/device.ts'
import { DeviceCommand } from './enums.ts'

/** The task that a device is busy with until it is done; absent where the answer already tells how it went. */
export const commandTasks: Readonly<Partial<Record<DeviceCommand, DeviceEvent>>> = {
  [DeviceCommand.reboot]: 'reboot',
  [DeviceCommand.clean]: 'clean',
  [DeviceCommand.deepClean]: 'clean',
}
