import type { PhoneFiles } from '../files/phone-files.ts'

const FOLDERS = [
  '/acct',
  '/data/app',
  '/data/data',
  '/data/local/tmp',
  '/data/media/0/Alarms',
  '/data/media/0/Android/data',
  '/data/media/0/DCIM/Camera',
  '/data/media/0/Download',
  '/data/media/0/Movies',
  '/data/media/0/Music',
  '/data/media/0/Pictures',
  '/data/misc/adb',
  '/data/system',
  '/data/user',
  '/dev',
  '/mnt',
  '/proc',
  '/storage/emulated',
  '/storage/self',
  '/system/app',
  '/system/bin',
  '/system/etc',
  '/vendor',
]

/** Where they lead on a real phone, too. */
const LINKS: Readonly<Record<string, string>> = {
  '/bin': '/system/bin',
  '/data/user/0': '/data/data',
  '/etc': '/system/etc',
  '/mnt/sdcard': '/storage/emulated/0',
  '/sdcard': '/storage/emulated/0',
  '/storage/emulated/0': '/data/media/0',
  '/storage/self/primary': '/storage/emulated/0',
}

/** Makes what a phone has at its first start; what is there already stays as it is. */
export function makeFirstFiles(files: PhoneFiles): void {
  for (const folder of FOLDERS) files.makeFolder(folder, { isRecursive: true })
  for (const [link, target] of Object.entries(LINKS)) {
    if (files.find(link) === null) files.link(target, link)
  }
  files.setMode('/data/local/tmp', 0o771)
}
