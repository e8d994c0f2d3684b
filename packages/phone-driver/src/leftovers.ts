import { basename } from 'node:path/posix'
import { listPackageNames } from './apps.ts'
import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import { PHONE_PATH } from './scrcpy-server.ts'
import { commandError, run, runOrThrow } from './shell.ts'
import type { CommandOutcome } from './types.ts'

export const SHARED_STORAGE = '/sdcard/'
export const TEMPORARY_FOLDER = '/data/local/tmp'
/** Authorities that somebody has added to those of the system; Android makes the folder with the first. */
export const ADDED_CERTIFICATES = '/data/misc/user/0/cacerts-added'
export const ALWAYS_ON_VPN = 'always_on_vpn_app'

/** Folders that Android makes on shared storage by itself. */
const STANDARD_FOLDERS = new Set([
  'Alarms',
  'Android',
  'Audiobooks',
  'DCIM',
  'Documents',
  'Download',
  'Movies',
  'Music',
  'Notifications',
  'Pictures',
  'Podcasts',
  'Recordings',
  'Ringtones',
])
/** Written by the media provider and by whoever makes the folders of apps. */
const OWN_FILES =
  /^(?:(?:Movies|Music|Pictures)\/\.thumbnails(?:\/\.(?:nomedia|database_uuid))?|Android\/(?:data|media|obb|sandbox)(?:\/\.nomedia)?)$/
const APP_FOLDER = /^Android\/[^/]+\/(?<packageName>[^/]+)(?:\/|$)/
const VPN_DEVICE = /^\s*(?:tun|ppp|ipsec)\d+:/m
const SHOWN_NAMES = 5

/**
 * Everything of a customer that is on a phone, in words for an operator: counts, packages and types, never names of files
 * or accounts. Each question must be answered: whatever does not answer throws.
 */
export async function findLeftovers(link: Link): Promise<string[]> {
  const systemPackages = new Set(await listPackageNames(link, '-u', '-s'))
  const found = [
    summarise('further users', await listFurtherUsers(link)),
    summarise('apps', await listOwnPackages(link, systemPackages)),
    count('files on shared storage', await listSharedFiles(link, systemPackages)),
    count('temporary files', await listTemporaryFiles(link)),
    count('added certificates', await listAddedCertificates(link)),
    summarise('accounts', await listAccountTypes(link)),
    summarise('a VPN', await listVpns(link)),
    summarise('a screen lock', await listLocks(link)),
  ]
  return found.filter((text) => text !== null)
}

export const summarise = (what: string, names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `${what} (${names.slice(0, SHOWN_NAMES).join(', ')}${names.length > SHOWN_NAMES ? ' …' : ''})`

const count = (what: string, names: readonly string[]): string | null =>
  names.length === 0 ? null : `${names.length} ${what}`

/** Numbers of all users but the owner. */
export async function listFurtherUsers(link: Link): Promise<string[]> {
  const argv = ['pm', 'list', 'users']
  const ids = [...(await askFor(link, argv, /UserInfo\{0:/)).matchAll(/UserInfo\{(\d+):/g)].map(([, id = '']) => id)
  return ids.filter((id) => id !== '0')
}

/**
 * Packages that did not come with the phone, also those of which only data is left (`-u`). The difference of two lists
 * that are never empty, because the list of `-3` is as empty as no answer.
 */
export async function listOwnPackages(link: Link, systemPackages?: ReadonlySet<string>): Promise<string[]> {
  const system = systemPackages ?? new Set(await listPackageNames(link, '-u', '-s'))
  return (await listPackageNames(link, '-u')).filter((name) => !system.has(name))
}

/** Asked of the shell: adbd answers an empty list for a folder that it cannot read. */
async function listSharedFiles(link: Link, systemPackages: ReadonlySet<string>): Promise<string[]> {
  const text = await askFor(link, ['find', SHARED_STORAGE], /^\/sdcard\/+Download$/m)
  return text.split('\n').flatMap((line) => {
    const name = line.replace(/^\/sdcard\/*/, '')
    if (name === '' || STANDARD_FOLDERS.has(name) || OWN_FILES.test(name)) return []
    const packageName = APP_FOLDER.exec(name)?.groups?.['packageName']
    // System apps have been cleared and write anew at any time.
    return packageName !== undefined && systemPackages.has(packageName) ? [] : [name]
  })
}

async function listTemporaryFiles(link: Link): Promise<string[]> {
  return (await listFolder(link, TEMPORARY_FOLDER)).filter((name) => name !== basename(PHONE_PATH))
}

export const listAddedCertificates = (link: Link): Promise<string[]> => listFolder(link, ADDED_CERTIFICATES)

async function listFolder(link: Link, folder: string): Promise<string[]> {
  const argv = ['ls', '-A', folder]
  const outcome = await run(link, argv)
  if (outcome.exitCode === 0) return outcome.stdout.split('\n').filter((name) => name !== '')
  if (outcome.stderr.includes('No such file or directory')) return []
  throw commandError(argv, outcome)
}

async function listAccountTypes(link: Link): Promise<string[]> {
  const report = await askFor(link, ['dumpsys', 'account'], /^\s*Accounts: \d+$/m)
  const counts = [...report.matchAll(/^\s*Accounts: (\d+)$/gm)].map(([, number]) => Number(number))
  if (Math.max(...counts) === 0) return []
  const types = [...report.matchAll(/^\s*Account \{.*\btype=([^,}]+)\}/gm)].map(([, type = '']) => type)
  return types.length > 0 ? [...new Set(types)] : ['of an unknown type']
}

/** What is set to be always on, and what runs: a device of the kernel. */
async function listVpns(link: Link): Promise<string[]> {
  const alwaysOn = (await askFor(link, ['settings', 'get', 'secure', ALWAYS_ON_VPN], /\n$/)).trim()
  const devices = await askFor(link, ['cat', '/proc/net/dev'], /^\s*lo:/m)
  const isSet = alwaysOn !== '' && alwaysOn !== 'null'
  return [...(isSet ? [alwaysOn] : []), ...(VPN_DEVICE.test(devices) ? ['running'] : [])]
}

/** `clear` succeeds where there is no lock, and wants the old credential where there is one. */
async function listLocks(link: Link): Promise<string[]> {
  const argv = ['locksettings', 'clear']
  const outcome = await run(link, argv)
  if (outcome.exitCode === 0 && outcome.stdout.includes('Lock credential cleared')) return []
  if (outcome.stderr.includes('does not support lock screen')) return []
  if (/didn't match|throttled/.test(outcome.stdout)) return ['PIN, pattern or password']
  throw noAnswer(argv, outcome)
}

/** Standard output with the evidence that it is an answer: `dumpsys` exits with 0 when the service is away. */
async function askFor(link: Link, argv: readonly string[], evidence: RegExp): Promise<string> {
  const stdout = await runOrThrow(link, argv)
  if (!evidence.test(stdout)) throw noAnswer(argv, { exitCode: 0, stdout, stderr: '' })
  return stdout
}

const noAnswer = (argv: readonly string[], outcome: CommandOutcome): PhoneError =>
  new PhoneError('commandFailed', `no answer: ${commandError(argv, outcome).message}`)
