import { DeviceCommand } from './enums.ts'
import type { DeviceRight } from './rights.ts'
import type { DeviceState } from './states.ts'

/** What one must hold to give a command. A grantee never cleans: what is on the phone is not theirs to remove. */
export const commandRights: Readonly<Record<DeviceCommand, DeviceRight>> = {
  [DeviceCommand.reboot]: 'control',
  [DeviceCommand.cleanMemory]: 'owner',
  [DeviceCommand.clean]: 'owner',
  [DeviceCommand.deepClean]: 'owner',
  [DeviceCommand.openUrl]: 'control',
  [DeviceCommand.cover]: 'view',
  [DeviceCommand.uninstall]: 'owner',
}

/** Whether a device takes a command now, as its machine has it. Said anew, since a page need not load all of that. */
export const isTakenIn = (state: DeviceState, command: DeviceCommand): boolean =>
  state === 'running' || (state === 'faulty' && command === DeviceCommand.reboot)
