import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../command.ts'
import { hashContent } from '../setup/content-hash.mjs'
import { withSetupLock } from '../setup/lock.mjs'
import { step } from '../setup/progress.mjs'
import { findPackageList, unpackDebian } from './debian.ts'
import { buildSystem } from './system.ts'

const CACHE = path.join(root, '.cache', 'real-parts')
/** Why the last set-up failed. */
const REASON = path.join(CACHE, 'reason')
const SCRCPY_SERVER = path.join(root, 'node_modules', '.cache', 'yunji', 'scrcpy-server')
const PROGRAMS = { 'dpkg-deb': ['--version'], unshare: ['--mount', '--pid', '--net', '--fork', 'true'] }
const KEPT_HASH_CHARS = 12

/** Folders of a phone of real parts. */
export interface RealParts {
  /** The root of Debian's packages. */
  readonly debian: string
  /** Folder that is mounted at `/system`. */
  readonly system: string
}

export type Setup = RealParts | { readonly reason: string }

/** The parts as the last set-up left them. */
export async function findRealParts(): Promise<Setup> {
  const impossible = findObstacle()
  if (impossible) return { reason: impossible }
  const parts = nameParts()
  if (existsSync(parts.debian) && existsSync(parts.system)) return parts
  const reason = await readFile(REASON, 'utf8').catch(() => 'they are not set up: npm run phone:real-parts')
  return { reason }
}

/** Sets the parts up where that is possible; never throws for a machine on which it is not. */
export async function ensureRealParts(timeoutMs: number): Promise<Setup> {
  const impossible = findObstacle()
  if (impossible) return { reason: impossible }
  await mkdir(CACHE, { recursive: true, mode: 0o700 })
  return withSetupLock(CACHE, async () => {
    const parts = nameParts()
    try {
      await setUp(parts, AbortSignal.timeout(timeoutMs))
      await rm(REASON, { force: true })
      return parts
    } catch (error) {
      const reason = `they could not be set up: ${(error as Error).message}`
      await writeFile(REASON, reason)
      return { reason }
    }
  })
}

async function setUp(parts: RealParts, deadline: AbortSignal): Promise<void> {
  const packageList = findPackageList() ?? ''
  await step("Fetching Debian's adbd, mksh, toybox and a JRE", () => unpackDebian(packageList, parts.debian, deadline))
  await step("Translating scrcpy's server", () => buildSystem(parts.debian, SCRCPY_SERVER, parts.system))
  const current = new Set([parts.debian, parts.system].map((folder) => path.basename(folder)))
  for (const name of await readdir(CACHE)) {
    if (!current.has(name)) await rm(path.join(CACHE, name), { recursive: true, force: true })
  }
}

export interface Machine {
  readonly platform: string
  readonly arch: string
  readonly uid: number | undefined
  /** The reason of a failure, empty on success. */
  try(program: string, args: readonly string[]): string
  has(file: string): boolean
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  uid: process.getuid?.(),
  try(program, args) {
    const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
    return status === 0 ? '' : (error?.message ?? stderr.trim())
  },
  has: existsSync,
}

/** Why no set-up can succeed on a machine; undefined where nothing is in the way. */
export function findObstacle(machine: Machine = thisMachine): string | undefined {
  if (!findPackageList(machine)) return `there are none for ${machine.platform} on ${machine.arch}`
  if (machine.uid !== 0) return 'they need root, for namespaces and a root folder of their own'
  for (const [program, args] of Object.entries(PROGRAMS)) {
    const failure = machine.try(program, args)
    if (failure) return `they need ${program}, which fails here (${failure})`
  }
  if (!machine.has(SCRCPY_SERVER)) return "they need scrcpy's server, which set-up could not fetch"
  return undefined
}

/** Folders named by what they are made of, so that a change makes them anew. */
function nameParts(): RealParts {
  const hashOf = (...entries: string[]) => hashContent(root, entries).slice(0, KEPT_HASH_CHARS)
  const list = path.relative(root, findPackageList() ?? '')
  const debian = hashOf(list, 'tools/real-parts/debian.ts')
  const sources = ['system', 'stubs', 'system.ts', 'generate-stubs.ts'].map((name) => `tools/real-parts/${name}`)
  const system = hashOf(list, path.relative(root, SCRCPY_SERVER), ...sources)
  return { debian: path.join(CACHE, `debian-${debian}`), system: path.join(CACHE, `system-${system}`) }
}
