import type { DeviceRight } from '../../wire/call.ts'
import type { TaskKind } from '../task/rules.ts'

/** Tasks about apps and files, which run while the phones are in use. */
export const appTaskKinds = [
  'installApp',
  'uploadFile',
  'startApp',
  'uninstallApp',
  'fetchFile',
] as const satisfies readonly TaskKind[]
export type AppTaskKind = (typeof appTaskKinds)[number]

export const appTaskRights: Readonly<Record<AppTaskKind, DeviceRight>> = {
  installApp: 'control',
  uploadFile: 'control',
  startApp: 'control',
  uninstallApp: 'owner',
  fetchFile: 'control',
}

/** Uploaded files wait for their phones, and can be sent again: so many of an account, so large together, so long. */
export const MAX_KEPT_FILES = 10
export const MAX_KEPT_BYTES = 2 * 1024 ** 3
export const FILES_KEPT_MS = 3 * 24 * 60 * 60 * 1000

/** Phones that are asked for their apps, to show what several have. */
export const MAX_DEVICES_ASKED = 20

/** Apps of a device that start again after a reboot. */
export const MAX_KEPT_ALIVE = 5

const PACKAGE_ENDING = /\.(apk|xapk|apks)$/i

/** An app is installed; any other file goes to the downloads of the phone. */
export const fileTaskKind = (fileName: string): 'installApp' | 'uploadFile' =>
  PACKAGE_ENDING.test(fileName) ? 'installApp' : 'uploadFile'
