import { randomUUID } from 'node:crypto'
import { listPackageNames, uninstall } from '../apps.ts'
import { stopApps } from '../archive.ts'
import { PhoneError } from '../errors.ts'
import { NEVER_CLEARED } from '../factory-reset.ts'
import { abandonSession, commitSession } from '../install/install.ts'
import type { Connection } from '../link/connection.ts'
import type { Link } from '../link/link.ts'
import type { Clock } from '../operation.ts'
import { reboot } from '../reboot.ts'
import { obtainRoot, type RootedLink } from '../root.ts'
import { commandError, runOrThrow } from '../shell.ts'
import type {
  BackupPlan,
  Bytes,
  PlannedApp,
  RestoredBackup,
  RestoreOptions,
  RestoreRecovery,
  SkipReason,
} from '../types.ts'
import { keepParts, reinstallParts } from './kept-apps.ts'
import { describePhone, listVersions } from './plan.ts'
import { bad } from './restore-judge.ts'
import { RestoreSite, type RestoreState } from './restore-site.ts'
import { type StagedBackup, stageBackup } from './staging.ts'

/** For the journal, and for what Android writes meanwhile. */
const SPARE_BYTES = 64 * 1024 ** 2

/**
 * Replaces apps and data of the phone by those of a backup: staged beside the old data, checked, then swapped by renames
 * with a journal on the phone. The old data stays until the new is in place. Ends with a restart of the phone.
 */
export async function restoreBackup(
  connection: Connection,
  clock: Clock,
  tar: Bytes,
  plan: BackupPlan,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  await recoverRestore(connection, clock)
  const rooted = await obtainRoot(connection, clock)
  const wanted = await choose(rooted, plan, options.sizeBytes ?? plan.usedBytes)
  let staged: StagedBackup | null = null
  try {
    const site = await RestoreSite.create(rooted, randomUUID())
    staged = await stageBackup(rooted, site, tar, wanted, options)
    options.signal?.throwIfAborted()
    await swap(rooted, site, wanted, staged.sessions)
    await complete(connection, clock, site)
  } catch (error) {
    // A phone that cannot be reached is recovered by the next call.
    const recovery = await recoverRestore(connection, clock).catch(() => null)
    if (recovery !== 'completed' || !staged) throw error
  }
  const { sessions, ...transfer } = staged
  const installedPackages = [...sessions.keys()]
  return { ...transfer, installedPackages, restoredPackages: [...wanted.restored], skippedPackages: wanted.skipped }
}

/** Ends an interrupted restore. Before its last rename the old data comes back, after it the new data stays. */
export async function recoverRestore(connection: Connection, clock: Clock): Promise<RestoreRecovery> {
  const rooted = await obtainRoot(connection, clock)
  const site = await RestoreSite.find(rooted, randomUUID())
  if (!site) return 'nothingToDo'
  const state = await site.getState()
  if (state === 'done') {
    await complete(connection, clock, site)
    return 'completed'
  }
  if (state !== 'cleaning' && state !== null) await rollBack(rooted, site, state)
  const outcome = await site.read('outcome')
  await removeQuietly(site)
  return outcome === 'completed' ? 'completed' : 'rolledBack'
}

interface Choice {
  readonly plan: BackupPlan
  readonly installed: ReadonlySet<string>
  readonly restored: ReadonlySet<string>
  readonly skipped: RestoredBackup['skippedPackages']
  /** Versions of the apps that are here already. */
  readonly versions: ReadonlyMap<string, number>
}

/** What of the backup this phone takes; throws when it can take none of it. */
async function choose({ link, asRoot }: RootedLink, plan: BackupPlan, sizeBytes: number): Promise<Choice> {
  const traits = await describePhone(link)
  if (plan.sdk > traits.sdk)
    throw new PhoneError('packageUnfit', `the backup is of a newer Android: ${plan.sdk}, here ${traits.sdk}`)
  if (plan.appData === 'included' && !asRoot)
    throw new PhoneError('unsupported', 'the data of apps is written by root only')
  if (traits.freeBytes < sizeBytes + SPARE_BYTES)
    throw new PhoneError('noSpace', 'the phone has no room for the backup')
  const { versions } = traits
  const system = new Set(await listPackageNames(link, '-s'))
  const unfit = new Map(
    plan.apps.flatMap((app) => {
      const reason = findUnfit(app, traits)
      return reason ? [[app.packageName, reason] as const] : []
    }),
  )
  const installed = new Set(
    plan.apps
      .filter(
        ({ packageName, versionCode }) =>
          !unfit.has(packageName) && !system.has(packageName) && (versions.get(packageName) ?? -1) < versionCode,
      )
      .map(({ packageName }) => packageName),
  )
  const reasonFor = (name: string): SkipReason | null => {
    if (unfit.has(name)) return unfit.get(name) ?? null
    if (system.has(name)) return NEVER_CLEARED.has(name) || plan.sdk !== traits.sdk ? 'otherAndroid' : null
    return versions.has(name) || installed.has(name) ? null : 'notInstalled'
  }
  const names = [...new Set([...plan.packages, ...plan.apps.map(({ packageName }) => packageName)])]
  const skipped = names.flatMap((packageName) => {
    const reason = reasonFor(packageName)
    return reason ? [{ packageName, reason }] : []
  })
  const left = new Set(skipped.map(({ packageName }) => packageName))
  return { plan, installed, restored: new Set(names.filter((name) => !left.has(name))), skipped, versions }
}

const findUnfit = (
  { abi, minSdk }: PlannedApp,
  traits: { readonly sdk: number; readonly abis: readonly string[] },
): SkipReason | null => {
  if (minSdk !== null && minSdk > traits.sdk) return 'otherAndroid'
  return abi !== null && !traits.abis.includes(abi) ? 'otherProcessor' : null
}

async function swap(
  rooted: RootedLink,
  site: RestoreSite,
  wanted: Choice,
  sessions: ReadonlyMap<string, string>,
): Promise<void> {
  const { link, asRoot } = rooted
  await site.setState('installing')
  for (const [packageName, session] of sessions) {
    const version = wanted.versions.get(packageName)
    if (version !== undefined) await keepParts(rooted, site, packageName)
    await site.append('installed', `${packageName} ${version ?? 'new'}`)
    const isFresh = version === undefined && !(await site.hasData(packageName))
    await commitSession(link, session)
    if (isFresh) await site.removeFreshData(packageName)
  }
  const userIds = await listUserIds(link)
  const missing = [...wanted.restored].find((name) => !userIds.has(name))
  if (missing !== undefined) throw bad(`${missing} is not installed`)
  await site.write('packages', [...wanted.restored].map((name) => `${name} ${userIds.get(name)}\n`).join(''))
  const grants = wanted.plan.apps
    .filter(({ packageName }) => wanted.restored.has(packageName))
    .flatMap(({ packageName, permissions }) => permissions.map((permission) => `${packageName} ${permission}\n`))
  await site.write('grants', grants.join(''))
  await site.setOwners()
  if (asRoot) await stopApps(link)
  await site.setState('leaving')
  await site.moveOldOut()
  await site.setState('entering')
  await site.moveNewIn()
  await site.setState('done')
}

/** The new data is in place; everything here can be repeated. */
async function complete(connection: Connection, clock: Clock, site: RestoreSite): Promise<void> {
  await site.label()
  await site.grantPermissions()
  await reboot(connection, clock).catch(keepRunning)
  const rooted = await obtainRoot(connection, clock)
  const found = await RestoreSite.find(rooted, randomUUID())
  await found?.write('outcome', 'completed')
  await found?.setState('cleaning')
  if (found) await removeQuietly(found)
}

/** An adbd without the service: the apps are stopped, and the rest of the phone notices with its next start. */
function keepRunning(error: unknown): void {
  if (!(error instanceof PhoneError) || error.kind !== 'unsupported') throw error
}

/** Everything is in its place; what is left is removed by the next backup or restore. */
const removeQuietly = (site: RestoreSite): Promise<void> => site.remove().catch(() => {})

async function rollBack(rooted: RootedLink, site: RestoreSite, state: RestoreState): Promise<void> {
  const { link } = rooted
  if (state === 'entering') {
    await site.moveNewOut()
    await site.setState('returning')
  }
  for (const id of linesOf(await site.read('sessions'))) if (/^\d+$/.test(id)) await abandonSession(link, id)
  const versions = await listVersions(link)
  for (const line of linesOf(await site.read('installed'))) {
    const [packageName = '', version = ''] = line.split(' ')
    const current = versions.get(packageName)
    if (current === undefined || String(current) === version) continue
    if (version === 'new') await uninstall(link, packageName)
    else await reinstallParts(rooted, site, packageName)
  }
  await site.moveOldIn()
  await site.setState('cleaning')
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** Numbers of the apps' users by package. */
async function listUserIds(link: Link): Promise<ReadonlyMap<string, string>> {
  const argv = ['pm', 'list', 'packages', '-U']
  const text = await runOrThrow(link, argv)
  const found = new Map([...text.matchAll(/^package:(\S+) uid:(\d+)/gm)].map(([, name = '', id = '']) => [name, id]))
  if (!found.has('android')) throw commandError(argv, { exitCode: 0, stdout: text, stderr: '' })
  return found
}
