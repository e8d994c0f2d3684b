/** How the home page shows phones: one at a time, or many beside each other. */
export const HomeViewType = { single: 0, multi: 1 } as const
export type HomeViewType = (typeof HomeViewType)[keyof typeof HomeViewType]

/** Which Android builds a list shows. */
export const VersionFilter = { all: 0, '10/B': 1, '10/H': 2 } as const
export type VersionFilter = (typeof VersionFilter)[keyof typeof VersionFilter]

/** The buttons that a device's permission list may grant. */
export const DeviceButton = { changeConfig: 1, upOrDownConfig: 2, zoneChangeOpType: 3, videoChangeOpType: 4 } as const
export type DeviceButton = (typeof DeviceButton)[keyof typeof DeviceButton]

/** Where phones come from. 1 to 6 are the specification's; 7 is our own; 0 asks for any of them. */
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
