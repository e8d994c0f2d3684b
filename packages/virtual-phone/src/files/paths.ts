import { lstatSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { FileError } from './errors.ts'

const MAX_LINKS = 40
const NAME_MAX_BYTES = 255
/** Mounted, not linked: it is a folder wherever it is looked at. */
const SHARED_STORAGE = 'storage/emulated/0'
const SHARED_STORAGE_SOURCE = ['data', 'media', '0']

interface ResolveOptions {
  /** Whether a final link is followed; links on the way always are. */
  followsLast?: boolean
}

/**
 * Finds the place of a phone's path below a folder of the machine. Links are read here and mean paths of the phone; the
 * machine never follows one, so neither `..` nor a link leads out. Everything is synchronous: nothing can be swapped
 * between looking and using.
 */
export function resolvePath(root: string, phonePath: string, { followsLast = true }: ResolveOptions = {}): string {
  const names = namesOf(phonePath)
  const place: string[] = []
  let links = 0
  while (names.length > 0) {
    const name = names.shift() ?? '.'
    if (name === '.') continue
    if (name === '..') {
      place.pop()
      continue
    }
    if (`${place.join('/')}/${name}` === SHARED_STORAGE) {
      place.splice(0, place.length, ...SHARED_STORAGE_SOURCE)
      continue
    }
    const found = lstatSync(path.join(root, ...place, name), { throwIfNoEntry: false })
    if (found?.isSymbolicLink() && (followsLast || names.length > 0)) {
      links += 1
      if (links > MAX_LINKS) throw new FileError('ELOOP')
      const target = readlinkSync(path.join(root, ...place, name))
      if (target.startsWith('/')) place.length = 0
      names.unshift(...namesOf(target))
      continue
    }
    place.push(name)
    if (names.length === 0) break
    if (found === undefined) throw new FileError('ENOENT')
    if (!found.isDirectory()) throw new FileError('ENOTDIR')
  }
  return path.join(root, ...place)
}

function namesOf(phonePath: string): string[] {
  if (phonePath.includes('\0')) throw new FileError('EINVAL')
  const names = phonePath.split('/').filter((name) => name !== '')
  // "x/" and "x/." both require a folder.
  if (names.length > 0 && phonePath.endsWith('/')) names.push('.')
  if (names.some((name) => Buffer.byteLength(name) > NAME_MAX_BYTES)) throw new FileError('ENAMETOOLONG')
  return names
}

/** Without `.` and doubled slashes; `..` stays, as its meaning depends on links. */
export const absolutePath = (workFolder: string, given: string): string =>
  given.startsWith('/') ? given : path.posix.join(workFolder, '/', given)
