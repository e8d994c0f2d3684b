import { posix } from 'node:path'
import { type TarMember, TarType } from '../tar-members.ts'
import { APP_DATA, SHARED_STORAGE } from './places.ts'

const PATH_MAX_BYTES = 4096
const NAME_MAX_BYTES = 255
const DEPTH_MAX = 256
const PACKAGE_NAME = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/
const KNOWN_TYPES: ReadonlySet<string> = new Set(Object.values(TarType))
/** Pax records rename a member and its link behind the header's back; no tar of a phone writes them. */
const FOREIGN_RECORDS = new Set(['x', 'g'])
/** Other names of the two places. */
const ALIASES: readonly (readonly [alias: string, place: string])[] = [
  ['/data/user/0/', `/${APP_DATA}/`],
  ['/sdcard/', `/${SHARED_STORAGE}/`],
]

/** `name`: leads out of its place. `link`: its target does. `special`: socket, pipe, device. */
export type TarRefusal = 'name' | 'link' | 'special'

export const isPackageName = (name: string): boolean => PACKAGE_NAME.test(name)

/** Names of a path, or null for one that is absolute, leads upwards, or is too long. */
export function splitPath(path: string): readonly string[] | null {
  const names = path.replace(/\/$/, '').split('/')
  const isPlain = names.every(
    (name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= NAME_MAX_BYTES,
  )
  return isPlain && names.length <= DEPTH_MAX && Buffer.byteLength(path) <= PATH_MAX_BYTES ? names : null
}

/** Folder that a member and its links must stay in: shared storage, or the data of one app; null elsewhere. */
export function findRoot(path: string): string | null {
  const names = splitPath(path)
  if (names === null) return null
  if (path === SHARED_STORAGE || path.startsWith(`${SHARED_STORAGE}/`)) return SHARED_STORAGE
  const [, , packageName = ''] = names
  return path.startsWith(`${APP_DATA}/`) && isPackageName(packageName) ? `${APP_DATA}/${packageName}` : null
}

/** Null for a member of a backup's data that may be written to a phone. */
export function findRefusal({ name, type, linkName, recordTypes }: TarMember): TarRefusal | null {
  const root = findRoot(name)
  if (root === null || recordTypes.some((record) => FOREIGN_RECORDS.has(record))) return 'name'
  if (!KNOWN_TYPES.has(type)) return 'special'
  if (type === TarType.hardLink) return findRoot(linkName) === root ? null : 'link'
  if (type === TarType.symbolicLink) return isInside(root, name, linkName) ? null : 'link'
  return null
}

/** `..` stands at the beginning only: behind another link it would mean another folder than it seems to. */
function isInside(root: string, name: string, target: string): boolean {
  const [alias, place] = ALIASES.find(([prefix]) => target.startsWith(prefix)) ?? ['', '']
  const known = alias === '' ? target : place + target.slice(alias.length)
  if (known === '' || /(?:^|\/)(?!\.\.\/)[^/]+\/+(?:.*\/)?\.\.(?:\/|$)/.test(known)) return false
  const resolved = known.startsWith('/') ? posix.normalize(known) : posix.join('/', posix.dirname(name), known)
  return resolved === `/${root}` || resolved.startsWith(`/${root}/`)
}
