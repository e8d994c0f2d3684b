import { DeviceButton, DeviceCommand } from './enums.ts'

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
