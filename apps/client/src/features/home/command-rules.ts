import { commandRules } from '@yunji/contract/device/commands'
import type { DeviceCommand } from '@yunji/contract/device/enums'
import { holds } from '@yunji/contract/device/rights'
import { deviceMachine } from '@yunji/contract/machines/device'
import type { HomeDevice } from './home-device.ts'

/** Whether a command is this user's to give to this device; what is not is not shown. */
export const mayCommand = ({ right }: Pick<HomeDevice, 'right'>, command: DeviceCommand): boolean =>
  holds(right, commandRules[command].right)

/** Whether the device could take it now; what it could not is shown, and says why. */
export const canTake = ({ state }: Pick<HomeDevice, 'state'>, command: DeviceCommand): boolean => {
  const { event } = commandRules[command]
  return event ? deviceMachine.states[state].on[event] !== undefined : state === 'running'
}
