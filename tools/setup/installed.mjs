import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Why `node_modules` differs from the lockfile; undefined when it does not.
 * @param {string} root
 * @param {{ withDev?: boolean }} options
 */
export function findStaleReason(root, { withDev = true } = {}) {
  if (!existsSync(path.join(root, 'node_modules'))) return 'first time'
  const installed = readInstalled(root)
  // npm writes it last: without it, an installation was interrupted.
  if (!installed) return 'the last installation was interrupted'
  const locked = readJson(path.join(root, 'package-lock.json'))
  if (!locked) return 'package-lock.json cannot be read'
  const manifests = Object.keys(locked.packages).filter((place) => !place.includes('node_modules'))
  const changed = manifests.find((place) =>
    isManifestChanged(locked.packages[place], readJson(path.join(root, place, 'package.json'))),
  )
  if (changed !== undefined) return `${path.join(changed, 'package.json')} has changed`
  const isWanted = ({ dev = false }) => withDev || !dev
  return findDifference(locked.packages, installed.packages, isWanted, (place) => existsSync(path.join(root, place)))
}

/** Whether packages that only development needs are among the installed ones. */
export function hasDevPackages(root) {
  return Object.values(readInstalled(root)?.packages ?? {}).some(({ dev }) => dev)
}

const readInstalled = (root) => readJson(path.join(root, 'node_modules', '.package-lock.json'))

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies']

function isManifestChanged(locked, manifest) {
  if (!manifest) return true
  return DEPENDENCY_FIELDS.some((field) => sorted(locked[field]) !== sorted(manifest[field]))
}

const sorted = (dependencies = {}) =>
  JSON.stringify(Object.entries(dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Compares the lockfile with the packages that npm installed and that still exist. */
function findDifference(locked, installed, isWanted, isThere) {
  for (const [place, wanted] of Object.entries(locked)) {
    if (!place.includes('node_modules')) continue
    const found = installed[place]
    if (found === undefined) {
      if (!isWanted(wanted)) continue
      // Packages for other platforms are left out by npm itself.
      if (wanted.optional || wanted.devOptional || wanted.peer) continue
      return `${place} is missing`
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return `${place} is another version`
    if (!isThere(place)) return `${place} is missing`
  }
  const extra = Object.keys(installed).find((place) => !(place in locked))
  return extra === undefined ? undefined : `${extra} is not in the lockfile`
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
