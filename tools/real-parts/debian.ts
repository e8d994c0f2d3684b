import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The mirror keeps the newest version of a package only, the snapshot of the day of pinning all of that day. */
const MIRROR = 'http://deb.debian.org/debian/'
const SNAPSHOTS = 'https://snapshot.debian.org/archive/debian/'
const ARCHITECTURES: Readonly<Record<string, string>> = { arm64: 'arm64', x64: 'amd64' }
const CONCURRENT_FETCHES = 6
/** Folders that no program of the phone reads. */
const LEFT_OUT = ['doc', 'info', 'lintian', 'locale', 'man'].map((name) => `usr/share/${name}`)
const MOUNT_POINTS = ['build', 'data', 'dev', 'mnt/host', 'proc', 'storage/emulated/0', 'system', 'tmp']
const LINKS: Readonly<Record<string, string>> = {
  bin: 'usr/bin',
  lib: 'usr/lib',
  lib64: 'usr/lib64',
  sbin: 'usr/sbin',
  sdcard: '/storage/emulated/0',
  'usr/bin/sh': 'mksh',
}
/** Android's toybox has these names built in. */
const USERS = { root: 0, system: 1000, media_rw: 1023, shell: 2000 }

/** The pinned packages of this machine's architecture, in the format of `sha256sum`; undefined where there are none. */
export function findPackageList({ platform, arch }: { platform: string; arch: string } = process): string | undefined {
  const architecture = ARCHITECTURES[arch]
  if (platform !== 'linux' || !architecture) return undefined
  return path.join(import.meta.dirname, `packages.${architecture}.sha256`)
}

/** Unpacks the pinned packages into a folder, which appears only when it is complete. */
export async function unpackDebian(packageList: string, folder: string, deadline: AbortSignal): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    await unpackAll(readPackageList(await readFile(packageList, 'utf8')), draft, deadline)
    for (const name of LEFT_OUT) await rm(path.join(draft, name), { recursive: true, force: true })
    for (const name of MOUNT_POINTS) await mkdir(path.join(draft, name), { recursive: true })
    for (const [name, target] of Object.entries(LINKS)) await symlink(target, path.join(draft, name))
    const lines = (print: (name: string, id: number) => string) =>
      Object.entries(USERS).map(([name, id]) => `${print(name, id)}\n`)
    await writeFile(path.join(draft, 'etc/passwd'), lines((name, id) => `${name}:x:${id}:${id}::/:/bin/sh`).join(''))
    await writeFile(path.join(draft, 'etc/group'), lines((name, id) => `${name}:x:${id}:`).join(''))
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

interface PinnedPackage {
  readonly sha256: string
  /** Where to fetch it, in this order. */
  readonly urls: readonly string[]
}

/** The first line names the snapshot, the others are those of `sha256sum`. */
export function readPackageList(text: string): PinnedPackage[] {
  const [first = '', ...lines] = text.trim().split('\n')
  const snapshot = `${SNAPSHOTS}${first.replace('# ', '')}/`
  return lines.map((line) => {
    const [sha256 = '', file = ''] = line.split('  ')
    return { sha256, urls: [MIRROR, snapshot].map((mirror) => mirror + file) }
  })
}

/** Fetched side by side, unpacked one after the other. */
async function unpackAll(packages: readonly PinnedPackage[], folder: string, deadline: AbortSignal): Promise<void> {
  const waiting = packages.values()
  let unpacking = Promise.resolve()
  const unpack = async (before: Promise<void>, bytes: Uint8Array, archive: string): Promise<void> => {
    await writeFile(archive, bytes)
    await before
    await run('dpkg-deb', ['--extract', archive, folder])
    await rm(archive)
  }
  const worker = async () => {
    for (const pinned of waiting) {
      const bytes = await fetchPackage(pinned, deadline)
      unpacking = unpack(unpacking, bytes, path.join(folder, path.basename(pinned.urls[0] ?? '')))
      await unpacking
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, worker))
}

async function fetchPackage({ sha256, urls }: PinnedPackage, deadline: AbortSignal): Promise<Uint8Array> {
  const failures: string[] = []
  for (const url of urls) {
    try {
      const answer = await fetch(url, { signal: deadline })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('not the pinned content')
      return bytes
    } catch (error) {
      failures.push(`${url}: ${explain(error as Error)}`)
    }
  }
  throw new Error(`a package could not be fetched (${failures.join('; ')})`)
}

const explain = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message)
