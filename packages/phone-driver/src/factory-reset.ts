import { basename } from 'node:path/posix'
import { clearData, listPackageNames, uninstall } from './apps.ts'
import { discardRestores } from './backup/restore-site.ts'
import { PhoneError } from './errors.ts'
import {
  ADDED_CERTIFICATES,
  ALWAYS_ON_VPN,
  findLeftovers,
  listAddedCertificates,
  listFurtherUsers,
  listOwnPackages,
  SHARED_STORAGE,
  summarise,
  TEMPORARY_FOLDER,
} from './leftovers.ts'
import type { Connection } from './link/connection.ts'
import type { Link } from './link/link.ts'
import type { Clock } from './operation.ts'
import { obtainRoot, type RootedLink } from './root.ts'
import { PHONE_PATH } from './scrcpy-server.ts'
import { run, runOrThrow } from './shell.ts'

const STEP_TIMEOUT_MS = 60_000
/** Folders that apps expect on shared storage. */
const SHARED_FOLDERS = ['Alarms', 'DCIM', 'Documents', 'Download', 'Movies', 'Music', 'Pictures', 'Ringtones']
/** Everything in a folder, also what begins with a dot, but for one name. */
const EMPTY_FOLDER = 'cd "$1" && for name in * .[!.]* ..?*; do [ "$name" = "$2" ] || rm -rf -- "$name"; done'
/** Packages that adb and the screen depend on. */
export const NEVER_CLEARED: ReadonlySet<string> = new Set([
  'android',
  'com.android.providers.settings',
  'com.android.shell',
  'com.android.systemui',
])
const VPN_SETTINGS = [ALWAYS_ON_VPN, 'always_on_vpn_lockdown', 'always_on_vpn_lockdown_whitelist']
/** Each `pm` starts a process, and phones have several cores. */
const CONCURRENCY = 4

/**
 * Removes what a customer left and looks again: success is that every question about the phone was answered and nothing
 * is left. Every step is idempotent: an interrupted reset is started again. Accounts of built-in apps and a screen lock
 * cannot be removed without what only the customer knows; they are found at the end.
 */
export async function factoryReset(connection: Connection, clock: Clock): Promise<void> {
  let link = await connection.get()
  const refusals: string[] = []
  const attempt = (work: Promise<unknown>) => work.catch(rememberRefusal(refusals))
  for (const userId of await listFurtherUsers(link)) {
    await run(link, ['am', 'switch-user', '0'])
    await attempt(runOrThrow(link, ['pm', 'remove-user', userId], STEP_TIMEOUT_MS))
  }
  await inParallel(await listOwnPackages(link), (name) => attempt(uninstall(link, name)))
  const kept = (await listPackageNames(link)).filter((name) => !NEVER_CLEARED.has(name))
  // The data cannot be looked at afterwards, so each answer counts.
  const uncleared: string[] = []
  await inParallel(kept, async (name) => {
    if (!(await clearData(link, name))) uncleared.push(name)
  })
  await attempt(emptyFolder(link, SHARED_STORAGE))
  await attempt(runOrThrow(link, ['mkdir', '-p', ...SHARED_FOLDERS.map((name) => `${SHARED_STORAGE}${name}`)]))
  await attempt(emptyFolder(link, TEMPORARY_FOLDER, basename(PHONE_PATH)))
  const rooted = await obtainRoot(connection, clock)
  ;({ link } = rooted)
  // Data of a customer lies in it, which only root can look at.
  await discardRestores(rooted)
  for (const name of VPN_SETTINGS) await attempt(runOrThrow(link, ['settings', 'delete', 'secure', name]))
  if ((await listAddedCertificates(link)).length > 0) await attempt(removeCertificates(rooted))
  const left = [...(await findLeftovers(link)), summarise('data of apps', uncleared)].filter((text) => text !== null)
  if (left.length === 0) return
  const said = refusals.length === 0 ? '' : `; the phone said: ${refusals.join('; ')}`
  throw new PhoneError('notErased', `left on the phone: ${left.join(', ')}${said}`)
}

/** A step that the phone refuses is judged by what is left; one without an answer ends the reset. */
const rememberRefusal =
  (refusals: string[]) =>
  (error: unknown): void => {
    if (!(error instanceof PhoneError)) throw error
    if (error.kind === 'absentPackage') return
    if (error.kind !== 'commandFailed' && error.kind !== 'noSpace') throw error
    refusals.push(error.message)
  }

const emptyFolder = (link: Link, folder: string, keptName = ''): Promise<unknown> =>
  runOrThrow(link, ['sh', '-c', EMPTY_FOLDER, 'sh', folder, keptName], STEP_TIMEOUT_MS)

async function removeCertificates({ link, asRoot }: RootedLink): Promise<void> {
  if (!asRoot) throw new PhoneError('commandFailed', 'added certificates are removed by root only')
  await runOrThrow(link, asRoot(['rm', '-rf', ADDED_CERTIFICATES]))
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
