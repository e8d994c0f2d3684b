import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { trash } from '../../../shared/ui/icon/controls.ts'
import {
  backup,
  clean,
  config,
  deepClean,
  reboot,
  replace,
  restore,
  upgrade,
  zone,
} from '../../../shared/ui/icon/device.ts'
import { download, pack, upload, video } from '../../../shared/ui/icon/files.ts'
import { type IconDrawing, phone } from '../../../shared/ui/icon/icons.ts'

export const kindIcons: Readonly<Record<TaskKind, IconDrawing>> = {
  create: phone,
  reboot,
  clean,
  deepClean,
  replace,
  replaceDevice: replace,
  changeZone: zone,
  updateSystem: download,
  changeConfig: upgrade,
  changeModel: config,
  changeVideo: video,
  installApp: pack,
  uploadFile: upload,
  fetchFile: upload,
  startApp: phone,
  uninstallApp: trash,
  backup,
  lastBackup: backup,
  restore,
}

type State = TaskRecord['state']

export const tileTones = {
  waiting: 'plain',
  working: 'brand',
  succeeded: 'run',
  failed: 'danger',
  interrupted: 'plain',
} as const satisfies Record<State, string>

export const tagTones = {
  waiting: 'plain',
  working: 'brand',
  succeeded: 'run',
  failed: 'dead',
  interrupted: 'plain',
} as const satisfies Record<State, string>
