import type { DeviceEvent } from '../machines/device.ts'
import { DeviceCommand } from './enums.ts'
import type { DeviceRight } from './rights.ts'
import type { DeviceState } from './states.ts'

interface CommandRule {
  /** A grantee never cleans: what somebody else has on the phone is not theirs to remove. */
  readonly right: DeviceRight
  /** The task that the device is busy with until it is done; absent where the answer already tells how it went. */
  readonly event?: DeviceEvent
}

export const commandRules: Readonly<Record<DeviceCommand, CommandRule>> = {
  [DeviceCommand.reboot]: { right: 'control', event: 'reboot' },
  [DeviceCommand.cleanMemory]: { right: 'owner' },
  [DeviceCommand.clean]: { right: 'owner', event: 'clean' },
  [DeviceCommand.deepClean]: { right: 'owner', event: 'clean' },
  [DeviceCommand.openUrl]: { right: 'control' },
  [DeviceCommand.cover]: { right: 'view' },
  [DeviceCommand.uninstall]: { right: 'owner' },
}

/** Whether a device takes a command now, as its machine has it. Said anew, since a page need not load all of that. */
export const isTakenIn = (state: DeviceState, command: DeviceCommand): boolean =>
  state === 'running' || (state === 'faulty' && command === DeviceCommand.reboot)
