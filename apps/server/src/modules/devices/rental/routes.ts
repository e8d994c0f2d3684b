import * as calls from '@yunji/contract/devices/rental/calls'
import { stopDevices as operatorStop } from '@yunji/contract/operator/device-calls'
import { bindSelfAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { answerSingly } from '../../../platform/supplier-failures.ts'
import { deleteDevices } from './delete-device.ts'
import type { RentalDeps } from './deps.ts'
import { getReturnTerms, returnDevice } from './return-device.ts'
import { startDevices, stopDevices, stopForOperator } from './switch-power.ts'

export const rentalRoutes = (deps: RentalDeps): Binding[] => [
  bind(calls.stopDevice, ({ deviceIds }, { caller }) => stopDevices(deps)(caller, deviceIds)),
  bindSelfAudited(deps.clock, operatorStop, ({ deviceIds }, _context, addAudit) =>
    stopForOperator(deps)(deviceIds, addAudit),
  ),
  bind(calls.startDevice, ({ deviceIds }, { caller }) => startDevices(deps)(caller, deviceIds)),
  bind(calls.deleteDevice, async ({ deviceIds }, { caller }) =>
    answerSingly(await deleteDevices(deps)(caller, deviceIds)),
  ),
  bind(calls.getReturnTerms, ({ deviceId }, { caller }) => getReturnTerms(deps)(caller, deviceId)),
  bind(calls.returnDevice, ({ deviceId }, { caller }) => returnDevice(deps)(caller, deviceId)),
]
