import { PhoneError } from './errors.ts'
import { pullFile, statSizes } from './files.ts'
import type { Link } from './link/link.ts'
import { startActivity } from './maintenance.ts'
import { findAppNames } from './screen/app-names.ts'
import { commandError, run, runOrThrow } from './shell.ts'
import type { InstalledApp, PackagePart } from './types.ts'

const PACKAGE_TIMEOUT_MS = 60_000
const PACKAGE_NAME = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/
const PACKAGE_LINE = /^package:(?<path>.+)=(?<name>[^=\s]+)\s+versionCode:(?<code>\d+)/

interface ListedPackage {
  readonly path: string
  readonly packageName: string
  readonly versionCode: number
  readonly isSystem: boolean
}

export async function listApps(link: Link): Promise<InstalledApp[]> {
  const [own, system, versions] = await Promise.all([
    listPackages(link, false),
    listPackages(link, true),
    runOrThrow(link, ['dumpsys', 'package', 'packages']).then(parseVersionNames, () => new Map<string, string>()),
  ])
  const listed = [...own, ...system]
  const packageNames = listed.map(({ packageName }) => packageName)
  const paths = listed.map(({ path }) => path)
  const [sizes, names] = await Promise.all([statSizes(link, paths), findAppNames(link, packageNames)])
  return listed.map(({ path, packageName, versionCode, isSystem }) => ({
    packageName,
    name: names.get(packageName) || null,
    versionName: versions.get(packageName) ?? null,
    versionCode,
    sizeBytes: sizes.get(path) ?? 0,
    isSystem,
  }))
}

async function listPackages(link: Link, isSystem: boolean): Promise<ListedPackage[]> {
  const argv = ['pm', 'list', 'packages', '-f', '--show-versioncode', isSystem ? '-s' : '-3']
  return parsePackages(await runOrThrow(link, argv), isSystem)
}

/** `package:/data/app/…/base.apk=com.example versionCode:12`; the path may hold an equals sign, the name cannot. */
export function parsePackages(text: string, isSystem: boolean): ListedPackage[] {
  return text.split('\n').flatMap((line) => {
    const found = PACKAGE_LINE.exec(line.trim())?.groups
    if (!found) return []
    const { path = '', name = '', code = '' } = found
    return [{ path, packageName: name, versionCode: Number(code), isSystem }]
  })
}

/** The first `versionName` under each package in the output of `dumpsys package`. */
export function parseVersionNames(report: string): Map<string, string> {
  const versions = new Map<string, string>()
  let packageName = ''
  for (const line of report.split('\n')) {
    packageName = /^\s*Package \[(.+?)\]/.exec(line)?.[1] ?? packageName
    const version = /^\s+versionName=(.+)$/.exec(line)?.[1]?.trim()
    if (version && packageName && !versions.has(packageName)) versions.set(packageName, version)
  }
  return versions
}

/** For options whose list holds `android`, which every phone has: without it the list is no answer. */
export async function listPackageNames(link: Link, ...options: readonly ('-s' | '-u')[]): Promise<string[]> {
  const argv = ['pm', 'list', 'packages', ...options]
  const text = await runOrThrow(link, argv)
  const names = text.split('\n').flatMap((line) => /^package:(\S+)/.exec(line)?.[1] ?? [])
  if (!names.includes('android')) throw new PhoneError('commandFailed', 'the phone lists no package of the system')
  return names
}

/** APKs of an installed app: its base and, where it has them, its splits. */
export async function readPackage(link: Link, packageName: string): Promise<PackagePart[]> {
  if (!PACKAGE_NAME.test(packageName)) throw absent(packageName)
  const { stdout } = await run(link, ['pm', 'path', packageName], PACKAGE_TIMEOUT_MS)
  const paths = stdout.split('\n').flatMap((line) => /^package:(\/.+)$/.exec(line.trim())?.[1] ?? [])
  if (paths.length === 0) throw absent(packageName)
  const sizes = await statSizes(link, paths)
  return paths.map((path) => {
    const sizeBytes = sizes.get(path)
    if (sizeBytes === undefined) throw new PhoneError('commandFailed', `the phone does not read ${path}`)
    return { path, sizeBytes, open: () => readLazily(() => pullFile(link, path)) }
  })
}

async function* readLazily(open: () => Promise<AsyncIterable<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await open()
}

export async function uninstall(link: Link, packageName: string): Promise<void> {
  // A name that begins with a dash would be read as an option.
  if (!PACKAGE_NAME.test(packageName)) throw absent(packageName)
  const argv = ['pm', 'uninstall', packageName]
  const outcome = await run(link, argv, PACKAGE_TIMEOUT_MS)
  if (/^Success/m.test(outcome.stdout)) return
  // The message for an absent package differs by Android version, and `pm path` is as silent as no answer.
  throw (await listPackageNames(link)).includes(packageName) ? commandError(argv, outcome) : absent(packageName)
}

/** Opens an app as a tap on its icon does. */
export async function startApp(link: Link, packageName: string): Promise<void> {
  if (!PACKAGE_NAME.test(packageName)) throw absent(packageName)
  const launcher = ['-a', 'android.intent.action.MAIN', '-c', 'android.intent.category.LAUNCHER']
  const query = ['cmd', 'package', 'resolve-activity', '--brief', ...launcher, packageName]
  const found = await run(link, query, PACKAGE_TIMEOUT_MS)
  const lines = found.stdout.split('\n').map((line) => line.trim())
  const component = lines.findLast((line) => line.startsWith(`${packageName}/`))
  if (component === undefined)
    throw (await listPackageNames(link)).includes(packageName) ? commandError(query, found) : absent(packageName)
  await startActivity(link, [...launcher, '-n', component])
}

/** False when the phone refuses; packages that Android never clears count as cleared. Throws without an answer. */
export async function clearData(link: Link, packageName: string): Promise<boolean> {
  const { stdout, stderr } = await run(link, ['pm', 'clear', packageName], PACKAGE_TIMEOUT_MS)
  if (/^Success/m.test(stdout)) return true
  if (/protected package/i.test(stdout + stderr)) return true
  const argv = ['dumpsys', 'package', packageName]
  const report = await run(link, argv)
  const flags = /^\s+flags=\[(.*)\]/m.exec(report.stdout)?.[1]
  if (flags === undefined) throw commandError(argv, report)
  return !/\bALLOW_CLEAR_USER_DATA\b/.test(flags)
}

const absent = (packageName: string) => new PhoneError('absentPackage', `there is no ${packageName.slice(0, 100)}`)
