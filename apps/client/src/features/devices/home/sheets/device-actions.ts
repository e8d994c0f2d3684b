import {
  DeviceButton,
  DeviceCommand,
  deviceButtonLabels,
  deviceCommandLabels,
} from '@yunji/contract/devices/device/enums'
import type { PageRoute } from '@yunji/contract/pages'
import type { HomeDevice } from '../api/home-device.ts'

/** Entry of the device sheet. */
export type DeviceAction =
  | { readonly kind: 'command'; readonly command: DeviceCommand; readonly label: string }
  | { readonly kind: 'upload'; readonly label: string }
  | { readonly kind: 'page'; readonly route: PageRoute; readonly label: string; readonly icon: PageIcon }

export type PageIcon =
  | 'renew'
  | 'upOrDown'
  | 'zone'
  | 'replace'
  | 'model'
  | 'transfer'
  | 'grant'
  | 'move'
  | 'schedule'
  | 'video'
  | 'update'
  | 'backup'
  | 'restore'
  | 'apps'
  | 'service'
  | 'availability'

export interface ActionGroup {
  readonly title: string
  readonly actions: readonly DeviceAction[]
}

const command = (name: DeviceCommand): DeviceAction => ({
  kind: 'command',
  command: name,
  label: deviceCommandLabels[name],
})
const page = (route: PageRoute, label: string, icon: PageIcon): DeviceAction => ({ kind: 'page', route, label, icon })

const daily: readonly DeviceAction[] = [
  command(DeviceCommand.reboot),
  command(DeviceCommand.cleanMemory),
  command(DeviceCommand.cover),
  { kind: 'upload', label: '上传文件' },
  page('Device/apps', '应用管理', 'apps'),
  command(DeviceCommand.openUrl),
  page('CustomerService/index', '联系客服', 'service'),
]

/** Four of them are granted by the device's permission list (section 6), the others to its owner. */
const managing: readonly (readonly [DeviceButton | null, DeviceAction])[] = [
  [null, page('Renew/index', '续费', 'renew')],
  [
    DeviceButton.upOrDownConfig,
    page('Device/upOrDownConfig', deviceButtonLabels[DeviceButton.upOrDownConfig], 'upOrDown'),
  ],
  [DeviceButton.zoneChangeOpType, page('Device/changeZone', deviceButtonLabels[DeviceButton.zoneChangeOpType], 'zone')],
  [null, page('Device/replace', '更换设备', 'replace')],
  [DeviceButton.changeConfig, page('Device/selectDevice', deviceButtonLabels[DeviceButton.changeConfig], 'model')],
  [null, page('Device/transfer', '转移', 'transfer')],
  [null, page('Device/empower', '授权', 'grant')],
  [null, page('Group/pages/MoveGroup', '移动分组', 'move')],
  [null, page('Device/schedules', '定时任务', 'schedule')],
  [
    DeviceButton.videoChangeOpType,
    page('Device/videoChangeOpType', deviceButtonLabels[DeviceButton.videoChangeOpType], 'video'),
  ],
  [null, page('Device/upgradeDevice', '系统更新', 'update')],
  [null, page('Device/availability', '可用性', 'availability')],
]

const data: readonly DeviceAction[] = [
  page('Space/DataCenter', '备份', 'backup'),
  page('Space/DataCenter', '恢复', 'restore'),
  command(DeviceCommand.uninstall),
  command(DeviceCommand.clean),
  command(DeviceCommand.deepClean),
]

/** Pages that refuse a trial. */
const NOT_FOR_TRIALS: ReadonlySet<string> = new Set(['Renew/index', 'Device/replace', 'Device/transfer'])

type Permission = Pick<HomeDevice, 'right' | 'buttons' | 'isMetered'> & {
  readonly isTrial?: boolean
  readonly mayCommand: (command: DeviceCommand) => boolean
}

/** Exactly what this user may do with this device. */
export const actionsOf = ({ right, buttons, isMetered, isTrial, mayCommand }: Permission): readonly ActionGroup[] => {
  const isOwner = right === 'owner'
  const isAllowed = (action: DeviceAction): boolean => {
    if (action.kind === 'command') return mayCommand(action.command)
    if (action.kind === 'page' && action.route === 'CustomerService/index') return true
    const isForController = action.kind === 'upload' || action.route === 'Device/apps'
    return isForController ? right !== 'view' : isOwner
  }
  const managed = managing
    // A metered device has no end to renew.
    .filter(([, action]) => !(isMetered && action.kind === 'page' && action.route === 'Renew/index'))
    .filter(([, action]) => !(isTrial && action.kind === 'page' && NOT_FOR_TRIALS.has(action.route)))
    .filter(([button]) => (button === null ? isOwner : buttons.includes(button)))
    .map(([, action]) => action)
  return [
    { title: '常用', actions: daily.filter(isAllowed) },
    { title: '设备管理', actions: managed },
    { title: '数据与清理', actions: data.filter(isAllowed) },
  ].filter(({ actions }) => actions.length > 0)
}
