import * as calls from '@yunji/contract/devices/update/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { getUpdateTerms, type UpdateDeps, upgradeDevice } from './update-device.ts'

export { endLostUpdates } from './end-lost-updates.ts'
export { updateTask } from './update-task.ts'

export const updateRoutes = (deps: UpdateDeps): Binding[] => [
  bind(calls.getUpdateTerms, ({ deviceId }, { caller }) => getUpdateTerms(deps)(caller, deviceId)),
  bindOnce(calls.upgradeDevice, (tx, input, { caller }) => upgradeDevice(deps)(tx, caller, input)),
]
