import * as calls from '@yunji/contract/devices/move/calls'
import { replaceWorkingDevices as replaceWorking } from '@yunji/contract/operator/device-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { auditOfDevices } from '../../../platform/operators/audit.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import type { CoverAddresses } from '../covers/index.ts'
import { changeZone, replaceDevice, replaceWorkingDevices } from './begin-move.ts'
import { getReplaceTerms, getZoneTerms } from './move-terms.ts'

interface MoveRoutesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
  readonly tasks: Pick<Tasks, 'begin'>
}

export const moveRoutes = (deps: MoveRoutesDeps): Binding[] => [
  bind(calls.getReplaceTerms, ({ deviceId }, { caller }) => getReplaceTerms(deps)(caller, deviceId)),
  bindOnce(calls.replaceDevice, (tx, input, { caller }) => replaceDevice(deps)(tx, caller, input)),
  bindAudited(deps, replaceWorking, auditOfDevices, (joined, { deviceIds }) =>
    replaceWorkingDevices(joined)(deviceIds),
  ),
  bind(calls.getZoneTerms, ({ deviceId }, { caller }) => getZoneTerms(deps)(caller, deviceId)),
  bindOnce(calls.changeZone, (tx, input, { caller }) => changeZone(deps)(tx, caller, input)),
]
