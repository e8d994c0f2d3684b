/** How the home page shows phones: one at a time, or many beside each other. */
export const HomeViewType = { single: 0, multi: 1 } as const
export type HomeViewType = (typeof HomeViewType)[keyof typeof HomeViewType]

/** Android builds in the filter of a list. */
export const VersionFilter = { all: 0, '10/B': 1, '10/H': 2 } as const
export type VersionFilter = (typeof VersionFilter)[keyof typeof VersionFilter]

/** The buttons that a device's permission list may grant. */
export const DeviceButton = { changeConfig: 1, upOrDownConfig: 2, zoneChangeOpType: 3, videoChangeOpType: 4 } as const
export type DeviceButton = (typeof DeviceButton)[keyof typeof DeviceButton]

/** Suppliers of phones. 1 to 6 are the specification's; 7 is our own; 0 means any. */
export const SupplierType = {
  any: 0,
  baidu: 1,
  volcano: 2,
  quickCloudGame: 3,
  volcanoLocal: 4,
  lingyi: 5,
  tencent: 6,
  selfHosted: 7,
} as const
export type SupplierType = (typeof SupplierType)[keyof typeof SupplierType]

/** The names that a command to a phone carries on the wire. */
export const DeviceCommand = {
  deepClean: 'DeepCleanVm',
  clean: 'CleanVm',
  cleanMemory: 'CleanMem',
  reboot: 'Reboot',
  openUrl: 'OpenUrl',
  cover: 'GetVmCover',
  uninstall: 'Uninstall',
} as const
export type DeviceCommand = (typeof DeviceCommand)[keyof typeof DeviceCommand]

/** States of a device; the transitions are in the machine. */
export const deviceStates = [
  'creating',
  'running',
  'stopped',
  'rebooting',
  'cleaning',
  'backingUp',
  'restoring',
  'replacing',
  'changingZone',
  'changingConfiguration',
  'updating',
  'expired',
  'released',
  'faulty',
] as const
export type DeviceState = (typeof deviceStates)[number]

/** Colours of a state: runs; ends within a day; has ended; is being worked on; does not answer. */
export const stateTones = ['run', 'soon', 'dead', 'back', 'off'] as const
export type StateTone = (typeof stateTones)[number]

/** State filters of the device list. */
export const stateFilters = ['running', 'busy', 'stopped', 'faulty', 'expired'] as const
export type StateFilter = (typeof stateFilters)[number]

export const homeViewTypeLabels: Readonly<Record<HomeViewType, string>> = {
  [HomeViewType.single]: '单机视图',
  [HomeViewType.multi]: '多机视图',
}

export const versionFilterLabels: Readonly<Record<VersionFilter, string>> = {
  [VersionFilter.all]: '全部',
  [VersionFilter['10/B']]: '10/B',
  [VersionFilter['10/H']]: '10/H',
}

export const deviceButtonLabels: Readonly<Record<DeviceButton, string>> = {
  [DeviceButton.changeConfig]: '更换型号',
  [DeviceButton.upOrDownConfig]: '升降配置',
  [DeviceButton.zoneChangeOpType]: '更换区域',
  [DeviceButton.videoChangeOpType]: '升视频版',
}

export const deviceCommandLabels: Readonly<Record<DeviceCommand, string>> = {
  [DeviceCommand.deepClean]: '深度清理',
  [DeviceCommand.clean]: '清理缓存',
  [DeviceCommand.cleanMemory]: '清理内存',
  [DeviceCommand.reboot]: '重启',
  [DeviceCommand.openUrl]: '打开网址',
  [DeviceCommand.cover]: '截图',
  [DeviceCommand.uninstall]: '卸载应用',
}
