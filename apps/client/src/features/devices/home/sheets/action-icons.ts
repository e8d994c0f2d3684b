import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { link, trash } from '../../../../shared/ui/icon/controls.ts'
import {
  backup,
  chart,
  clean,
  config,
  deepClean,
  memory,
  move,
  reboot,
  renew,
  replace,
  restore,
  screenshot,
  upgrade,
  zone,
} from '../../../../shared/ui/icon/device.ts'
import { download, pack, upload, video } from '../../../../shared/ui/icon/files.ts'
import { clock, grant, headset, type IconDrawing, transfer } from '../../../../shared/ui/icon/icons.ts'
import type { PageIcon } from './device-actions.ts'

export const commandIcons: Readonly<Record<DeviceCommand, IconDrawing>> = {
  [DeviceCommand.reboot]: reboot,
  [DeviceCommand.cleanMemory]: memory,
  [DeviceCommand.cover]: screenshot,
  [DeviceCommand.openUrl]: link,
  [DeviceCommand.uninstall]: trash,
  [DeviceCommand.clean]: clean,
  [DeviceCommand.deepClean]: deepClean,
}

export const pageIcons: Readonly<Record<PageIcon, IconDrawing>> = {
  renew,
  upOrDown: upgrade,
  zone,
  replace,
  model: config,
  transfer,
  grant,
  move,
  schedule: clock,
  video,
  update: download,
  backup,
  restore,
  apps: pack,
  service: headset,
  availability: chart,
}

export const uploadIcon = upload
