import { basename } from 'node:path/posix'
import { listApps, readPackage } from '../apps.ts'
import type { ChosenPackages } from '../archive.ts'
import { PhoneError } from '../errors.ts'
import { getProperty } from '../health.ts'
import type { Link } from '../link/link.ts'
import { freeStorageBytes, usedStorageBytes } from '../maintenance.ts'
import type { RootedLink } from '../root.ts'
import { run, runOrThrow } from '../shell.ts'
import type { BackupOptions, BackupPlan, PackagePart, PhoneDescription, PlannedApp } from '../types.ts'
import { APP_DATA, PACKAGE_FOLDERS, SHARED_STORAGE } from './places.ts'
import { isPackageName } from './tar-rules.ts'

const PART_FILE = /^[\w.-]+\.apk$/

interface PhoneTraits {
  readonly androidVersion: string
  readonly sdk: number
  readonly abis: readonly string[]
}

async function readTraits(link: Link): Promise<PhoneTraits> {
  const [androidVersion, sdk, abis] = await Promise.all(
    ['ro.build.version.release', 'ro.build.version.sdk', 'ro.product.cpu.abilist'].map((name) =>
      getProperty(link, name),
    ),
  )
  if (!/^\d+$/.test(sdk ?? '')) throw new PhoneError('commandFailed', 'the phone does not say which Android it has')
  return {
    androidVersion: androidVersion ?? '',
    sdk: Number(sdk),
    abis: (abis ?? '').split(',').filter((abi) => abi !== ''),
  }
}

export async function describePhone(link: Link): Promise<PhoneDescription> {
  const [traits, freeBytes, versions] = await Promise.all([
    readTraits(link),
    freeStorageBytes(link),
    listVersions(link),
  ])
  return { ...traits, freeBytes, versions }
}

export async function listVersions(link: Link): Promise<ReadonlyMap<string, number>> {
  const text = await runOrThrow(link, ['pm', 'list', 'packages', '--show-versioncode'])
  return new Map(
    [...text.matchAll(/^package:(\S+) versionCode:(\d+)/gm)].map(([, name = '', code]) => [name, Number(code)]),
  )
}

/** An app and how to read its APKs, in the order of its planned parts. */
export interface ReadableApp {
  readonly app: PlannedApp
  readonly sources: readonly PackagePart[]
}

export interface PhonePlan {
  readonly plan: BackupPlan
  readonly apps: readonly ReadableApp[]
  readonly chosen: ChosenPackages
}

/** What a backup of the phone will hold. */
export async function planBackup(
  { link, asRoot }: RootedLink,
  { include, exclude = [] }: BackupOptions,
): Promise<PhonePlan> {
  const included = include === undefined ? null : new Set(include)
  const excluded = new Set(exclude)
  const isChosen = (name: string) => (included === null || included.has(name)) && !excluded.has(name)
  const [traits, installed, report, usedBytes] = await Promise.all([
    readTraits(link),
    listApps(link),
    runOrThrow(link, ['dumpsys', 'package', 'packages']).then(parsePackageReport),
    usedStorageBytes(link),
  ])
  const apps: ReadableApp[] = []
  for (const { packageName, versionCode, name, isSystem } of installed) {
    if (isSystem || !isChosen(packageName)) continue
    const sources = await readPackage(link, packageName)
    const { permissions, abi, minSdk } = report.get(packageName) ?? NOT_REPORTED
    const parts = sources.map(({ path, sizeBytes }) => ({ name: partName(path), sizeBytes }))
    apps.push({ app: { packageName, versionCode, label: name, permissions, abi, minSdk, parts }, sources })
  }
  const withData = asRoot ? await listFolder(link, asRoot(['ls', '-A', `/${APP_DATA}`])) : []
  const onShared = await Promise.all(
    PACKAGE_FOLDERS.map((folder) => listFolder(link, ['ls', '-A', `/${SHARED_STORAGE}/Android/${folder}`])),
  )
  const packages = withData.filter(isChosen)
  const leftOut = [...new Set([...withData, ...onShared.flat()])].filter((name) => !isChosen(name))
  const appData = asRoot ? 'included' : 'noRoot'
  const plan = { ...traits, appData, packages, apps: apps.map(({ app }) => app), usedBytes } as const
  return { plan, apps, chosen: { packages, leftOut } }
}

/** Names of packages in a folder; none where there is no such folder. */
async function listFolder(link: Link, argv: readonly string[]): Promise<string[]> {
  const { exitCode, stdout, stderr } = await run(link, argv)
  if (exitCode !== 0 && !stderr.includes('No such file or directory'))
    throw new PhoneError('commandFailed', `the phone does not list a folder: ${stderr.slice(0, 200)}`)
  return stdout.split('\n').filter(isPackageName)
}

function partName(path: string): string {
  const file = basename(path)
  if (!PART_FILE.test(file)) throw new PhoneError('commandFailed', `unknown part of an app: ${file.slice(0, 100)}`)
  return file.slice(0, -'.apk'.length)
}

interface ReportedPackage {
  readonly permissions: string[]
  abi: string | null
  minSdk: number | null
}

const NOT_REPORTED: ReportedPackage = { permissions: [], abi: null, minSdk: null }

/** Output of `dumpsys package packages`, for the owner of the phone; updated built-in apps are listed a second time. */
export function parsePackageReport(report: string): Map<string, ReportedPackage> {
  const packages = new Map<string, ReportedPackage>()
  let found: ReportedPackage | undefined
  let isOwner = false
  let isRuntime = false
  for (const line of report.slice(0, report.search(/^Hidden system packages:/m) >>> 0).split('\n')) {
    const name = /^\s*Package \[(.+?)\]/.exec(line)?.[1]
    if (name !== undefined) {
      found = { permissions: [], abi: null, minSdk: null }
      packages.set(name, found)
      isOwner = false
      isRuntime = false
    }
    if (!found) continue
    found.abi ??= /^\s+primaryCpuAbi=(?!null$)(\S+)/.exec(line)?.[1] ?? null
    const minSdk = /\bminSdk=(\d+)/.exec(line)?.[1]
    if (minSdk !== undefined) found.minSdk ??= Number(minSdk)
    const user = /^\s+User (\d+):/.exec(line)?.[1]
    if (user !== undefined) isOwner = user === '0'
    const permission = /^\s+(\S+): granted=(true|false)/.exec(line)
    if (permission === null) isRuntime = /^\s+runtime permissions:/.test(line)
    else if (isOwner && isRuntime && permission[2] === 'true') found.permissions.push(permission[1] ?? '')
  }
  return packages
}
