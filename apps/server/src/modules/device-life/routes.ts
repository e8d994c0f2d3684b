import { deleteDevice, startDevice, stopDevice } from '@yunji/contract/device/life-calls'
import { type Binding, bind } from '../../platform/http/binding.ts'
import type { LifeDeps } from './deps.ts'
import { deleteDevices, startDevices, stopDevices } from './power.ts'

export const lifeRoutes = (deps: LifeDeps): Binding[] => [
  bind(stopDevice, ({ deviceIds }, { caller }) => stopDevices(deps)(caller, deviceIds)),
  bind(startDevice, ({ deviceIds }, { caller }) => startDevices(deps)(caller, deviceIds)),
  bind(deleteDevice, ({ deviceIds }, { caller }) => deleteDevices(deps)(caller, deviceIds)),
]
