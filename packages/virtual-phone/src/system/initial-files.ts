import { FileError } from '../files/errors.ts'
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
  '/data/misc/user/0',
  '/data/misc_ce/0',
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

/** Symbolic links as on a real phone. */
const LINKS: Readonly<Record<string, string>> = {
  '/bin': '/system/bin',
  '/data/user/0': '/data/data',
  '/etc': '/system/etc',
  '/mnt/sdcard': '/storage/emulated/0',
  '/sdcard': '/storage/emulated/0',
  '/storage/self/primary': '/storage/emulated/0',
}

/** Creates the folders and links that a phone needs; existing ones stay. */
export function makeInitialFiles(files: PhoneFiles): void {
  for (const folder of FOLDERS) ensureFolder(files, folder)
  for (const [link, target] of Object.entries(LINKS)) {
    if (files.isFolder(link)) continue
    removeIfThere(files, link) // it leads nowhere, or to no folder
    files.link(target, link)
  }
}

/** Replaces a file that stands where a folder is needed. */
export function ensureFolder(files: PhoneFiles, folder: string): void {
  if (files.isFolder(folder)) return
  const names = folder.split('/').slice(1)
  for (const [index] of names.entries()) {
    const place = `/${names.slice(0, index + 1).join('/')}`
    if (files.isFolder(place)) continue
    removeIfThere(files, place)
    files.makeFolder(place)
  }
}

function removeIfThere(files: PhoneFiles, place: string): void {
  try {
    files.remove(place)
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'ENOENT') throw error
  }
}
