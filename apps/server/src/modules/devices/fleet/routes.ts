import * as calls from '@yunji/contract/devices/device/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { answerSingly } from '../../../platform/supplier-failures.ts'
import { getTagList, updateDeviceTags, updateLabel } from './label-devices.ts'
import { getAppList } from './list-apps.ts'
import { getDeviceIds, getDeviceInfo, getDeviceList, getDevices } from './list-devices.ts'
import { phoneOperatorRoutes } from './operator-routes.ts'
import { type CommandDeps, sendCommand } from './send-command.ts'

export const deviceRoutes = (deps: CommandDeps): Binding[] => [
  bind(calls.getDeviceList, (input, { caller }) => getDeviceList(deps)(caller, input)),
  bind(calls.getDeviceIds, (input, { caller }) => getDeviceIds(deps)(caller, input)),
  bind(calls.getDevices, ({ ids }, { caller }) => getDevices(deps)(caller, ids)),
  bind(calls.getDeviceInfo, ({ deviceId }, { caller }) => getDeviceInfo(deps)(caller, deviceId)),
  bind(calls.sendCommand, async (input, { caller, rights }) =>
    answerSingly(await sendCommand(deps)(caller, rights, input)),
  ),
  bind(calls.updateDeviceName, ({ deviceId, name }, { caller }) => updateLabel(deps)(caller, deviceId, { name })),
  bind(calls.updateDeviceNote, ({ deviceId, note }, { caller }) => updateLabel(deps)(caller, deviceId, { note })),
  bind(calls.updateDeviceTags, (input, { caller }) => updateDeviceTags(deps)(caller, input)),
  bind(calls.getTagList, (_input, { caller }) => getTagList(deps)(caller)),
  bind(calls.getAppList, (input) => getAppList(deps)(input)),
  ...phoneOperatorRoutes(deps),
]
