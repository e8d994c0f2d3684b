import * as calls from '@yunji/contract/devices/group/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { type GroupDeps, getGroupList, moveDevices, operateGroup } from './manage-groups.ts'

export const groupRoutes = (deps: GroupDeps): Binding[] => [
  bind(calls.getGroupList, (input, { caller }) => getGroupList(deps)(caller, input)),
  bind(calls.operateGroup, (input, { caller }) => operateGroup(deps)(caller, input)),
  bind(calls.moveDevices, ({ groupId, deviceIds }, { caller }) => moveDevices(deps)(caller, groupId, deviceIds)),
]
