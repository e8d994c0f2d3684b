import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PhoneError } from '../errors.ts'
import { pushFile } from '../files.ts'
import { getProperty } from '../health.ts'
import type { Link } from '../link/link.ts'
import { run } from '../shell.ts'
import type { ArchiveInstallOptions, Bytes, Progress } from '../types.ts'
import { listApkSet } from './apk-set.ts'
import { exactly, installSplits } from './install.ts'
import { chooseSplits, type PhoneTraits } from './split-choice.ts'
import { bad, withZip, type ZipEntry } from './zip.ts'

/** Of all archives that this process holds on its disk at once. */
const SPOOL_MAX_BYTES = 8 * 1024 ** 3
const MANIFEST_MAX_BYTES = 1024 * 1024
const TOC_MAX_BYTES = 16 * 1024 * 1024
const PACKAGE_NAME = /^[A-Za-z]\w*(\.\w+)+$/
const EXPANSION = /^Android\/obb\/([\w.]+)\/([\w.-]+\.obb)$/
const DEFAULT_DENSITY = 320

let spooledBytes = 0

interface Contents {
  readonly splits: readonly ZipEntry[]
  readonly expansions: readonly ZipEntry[]
}

/**
 * Installs an `.xapk` or `.apks`: the splits that the phone needs in one session, then the expansion files. The directory
 * of a zip stands at its end, so the archive is written to a temporary file first.
 */
export async function installArchive(
  link: Link,
  archive: Bytes,
  sizeBytes: number,
  options: ArchiveInstallOptions = {},
): Promise<void> {
  const { onInstalled, signal } = options
  const traits = await readTraits(link)
  await withSpooled(archive, sizeBytes, options, (file) =>
    withZip(file, async (entries) => {
      const { splits, expansions } = await readContents(entries, traits)
      const all = [...splits, ...expansions]
      const totalBytes = all.reduce((sum, entry) => sum + entry.sizeBytes, 0)
      const report = (doneBytes: number) => onInstalled?.(doneBytes, totalBytes)
      await installSplits(link, splits, report, signal)
      let doneBytes = splits.reduce((sum, entry) => sum + entry.sizeBytes, 0)
      for (const expansion of expansions) {
        signal?.throwIfAborted()
        const before = doneBytes
        await pushFile(link, `/sdcard/${expansion.path}`, expansion.open(), {
          onProgress: (bytes) => report(before + bytes),
        })
        doneBytes += expansion.sizeBytes
      }
    }),
  )
}

async function withSpooled<Result>(
  archive: Bytes,
  sizeBytes: number,
  { onProgress, signal }: ArchiveInstallOptions,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  if (spooledBytes + sizeBytes > SPOOL_MAX_BYTES) {
    throw new PhoneError('throttled', 'too many archives are being installed at once')
  }
  spooledBytes += sizeBytes
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-archive-'))
  try {
    const file = path.join(folder, 'archive.zip')
    const writing = pipeline(
      Readable.from(counting(exactly(archive, sizeBytes), onProgress)),
      createWriteStream(file, { mode: 0o600 }),
      {
        ...(signal && { signal }),
      },
    )
    await writing.catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === 'ENOSPC' ? new PhoneError('throttled', 'the server has no room for it', { cause }) : cause
    })
    return await use(file)
  } finally {
    spooledBytes -= sizeBytes
    await rm(folder, { recursive: true, force: true })
  }
}

async function* counting(
  body: AsyncIterable<Uint8Array>,
  onProgress: Progress | undefined,
): AsyncGenerator<Uint8Array> {
  let doneBytes = 0
  for await (const chunk of body) {
    yield chunk
    onProgress?.((doneBytes += chunk.length))
  }
}

async function readTraits(link: Link): Promise<PhoneTraits> {
  const [sdk, abis, locale, density] = await Promise.all([
    getProperty(link, 'ro.build.version.sdk'),
    getProperty(link, 'ro.product.cpu.abilist'),
    getProperty(link, 'persist.sys.locale').then((set) => set || getProperty(link, 'ro.product.locale')),
    run(link, ['wm', 'density']),
  ])
  const dpi = /^Override density: (\d+)/m.exec(density.stdout) ?? /^Physical density: (\d+)/m.exec(density.stdout)
  const language = locale.split(/[-_]/)[0]?.toLowerCase()
  return {
    sdk: Number(sdk),
    abis: abis.split(',').filter((abi) => abi !== ''),
    densityDpi: Number(dpi?.[1] ?? DEFAULT_DENSITY),
    // Apps fall back on English where they lack the phone's language.
    languages: [...new Set([language || 'en', 'en'])],
  }
}

async function readContents(entries: ReadonlyMap<string, ZipEntry>, traits: PhoneTraits): Promise<Contents> {
  const manifest = entries.get('manifest.json')
  const toc = entries.get('toc.pb')
  const packages = [...entries.values()].filter((entry) => entry.path.toLowerCase().endsWith('.apk'))
  if (manifest) return readXapk(entries, await manifest.read(MANIFEST_MAX_BYTES), traits)
  if (!toc) return { splits: choose(packages.filter(isInRoot).map(withName), traits), expansions: [] }
  const listed = listApkSet(await toc.read(TOC_MAX_BYTES), traits.sdk).map((file) => getEntry(entries, file))
  if (listed.length === 0) throw new PhoneError('packageUnfit', `the package has no part for SDK ${traits.sdk}`)
  return { splits: choose(listed.map(withName), traits), expansions: [] }
}

type NamedEntry = readonly [name: string, entry: ZipEntry]

const isInRoot = ({ path: file }: ZipEntry): boolean => !file.includes('/')
const withName = (entry: ZipEntry): NamedEntry => [path.posix.basename(entry.path).replace(/\.apk$/i, ''), entry]

function choose(named: readonly NamedEntry[], traits: PhoneTraits): ZipEntry[] {
  if (named.length === 0) throw bad('it holds no APK')
  const byName = new Map(named)
  return chooseSplits([...byName.keys()], traits).flatMap((name) => byName.get(name) ?? [])
}

/** `manifest.json` as APKPure writes it; its older form has no list of splits. */
function readXapk(entries: ReadonlyMap<string, ZipEntry>, manifest: Buffer, traits: PhoneTraits): Contents {
  const { package_name: packageName, split_apks: listed, expansions = [] } = parseManifest(manifest)
  if (!PACKAGE_NAME.test(packageName)) throw bad('manifest.json names no package')
  const apks = [...entries.values()].filter((entry) => isInRoot(entry) && entry.path.toLowerCase().endsWith('.apk'))
  const named = listed?.map(({ id, file }): NamedEntry => [id, getEntry(entries, file)]) ?? apks.map(withName)
  const found = expansions.map(({ file, install_path: target }) => {
    if (EXPANSION.exec(target)?.[1] !== packageName || file !== target) throw bad(`"${target}" is no expansion file`)
    return getEntry(entries, file)
  })
  return { splits: choose(named, traits), expansions: found }
}

interface XapkManifest {
  readonly package_name: string
  readonly split_apks?: readonly { readonly id: string; readonly file: string }[]
  readonly expansions?: readonly { readonly file: string; readonly install_path: string }[]
}

function parseManifest(bytes: Buffer): XapkManifest {
  try {
    const manifest: unknown = JSON.parse(bytes.toString())
    if (isManifest(manifest)) return manifest
  } catch (cause) {
    throw bad('manifest.json is no JSON', cause)
  }
  throw bad('manifest.json has another form')
}

const hasTexts = (value: unknown, ...keys: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => typeof Reflect.get(value, key) === 'string')

function isManifest(value: unknown): value is XapkManifest {
  if (!hasTexts(value, 'package_name')) return false
  const { split_apks: splits = [], expansions = [] } = value as Record<string, unknown>
  const areSplits = Array.isArray(splits) && splits.every((split) => hasTexts(split, 'id', 'file'))
  return areSplits && Array.isArray(expansions) && expansions.every((each) => hasTexts(each, 'file', 'install_path'))
}

function getEntry(entries: ReadonlyMap<string, ZipEntry>, file: string): ZipEntry {
  const entry = entries.get(file)
  if (!entry) throw bad(`"${file}" is listed and not there`)
  return entry
}
