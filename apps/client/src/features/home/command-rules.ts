import { commandRights, isTakenIn } from '@yunji/contract/device/command-rules'
import type { DeviceCommand } from '@yunji/contract/device/enums'
import { holds } from '@yunji/contract/device/rights'
import type { HomeDevice } from './home-device.ts'

/** Whether a command is this user's to give to this device; what is not is not shown. */
export const mayCommand = ({ right }: Pick<HomeDevice, 'right'>, command: DeviceCommand): boolean =>
  holds(right, commandRights[command])

/** Whether the device could take it now; what it could not is shown, and says why. */
export const canTake = ({ state }: Pick<HomeDevice, 'state'>, command: DeviceCommand): boolean =>
  isTakenIn(state, command)
