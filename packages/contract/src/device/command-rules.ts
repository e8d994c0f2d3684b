import type { DeviceEvent } from '../machines/device.ts'
import { DeviceCommand } from './enums.ts'
import type { DeviceRight } from './rights.ts'
import type { DeviceState } from './states.ts'

interface CommandRule {
  /** A grantee never cleans: what somebody else has on the phone is not theirs to remove. */
  readonly right: DeviceRight
  /** The task that the device is busy with until it is done; absent where the answer already tells how it went. */
  readonly event?: DeviceEvent
  /** The states in which a device takes it, as its machine has them. Said here, since a page need not load all of that. */
  readonly takenIn: readonly DeviceState[]
}

const running = ['running'] as const

export const commandRules: Readonly<Record<DeviceCommand, CommandRule>> = {
  [DeviceCommand.reboot]: { right: 'control', event: 'reboot', takenIn: ['running', 'faulty'] },
  [DeviceCommand.cleanMemory]: { right: 'owner', takenIn: running },
  [DeviceCommand.clean]: { right: 'owner', event: 'clean', takenIn: running },
  [DeviceCommand.deepClean]: { right: 'owner', event: 'clean', takenIn: running },
  [DeviceCommand.openUrl]: { right: 'control', takenIn: running },
  [DeviceCommand.cover]: { right: 'view', takenIn: running },
  [DeviceCommand.uninstall]: { right: 'owner', takenIn: running },
}
