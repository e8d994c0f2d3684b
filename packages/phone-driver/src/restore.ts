import { STALL_TIMEOUT_MS, stopApps } from './archive.ts'
import { APP_DATA, CONTENTS_MEMBER, SHARED_STORAGE } from './backup/places.ts'
import { PhoneError } from './errors.ts'
import type { Connection } from './link/connection.ts'
import type { Link } from './link/link.ts'
import type { Clock } from './operation.ts'
import { type AsRoot, obtainRoot } from './root.ts'
import { commandError, readAll, runOrThrow, spawn } from './shell.ts'
import { sendBytes } from './streams.ts'
import { TAR_END, type TarMember, TarMembers } from './tar-members.ts'
import type { Bytes, RestoredArchive, Transfer } from './types.ts'

const OWNERS_TIMEOUT_MS = 120_000
/** `-h`: an app's symbolic link must not give away what it points to. */
const SET_OWNERS = `while [ $# -gt 0 ]; do chown -hR "$2:$2" "/${APP_DATA}/$1" || exit 1; restorecon -R "/${APP_DATA}/$1" || exit 1; shift 2; done`
const APP_FOLDER = new RegExp(`^(?:\\./)?${APP_DATA}/(?<packageName>[^/]+)(?:/|$)`)

/**
 * Brings shared storage back and, with root, the data of those apps that this phone has, as files of their users here: the
 * numbers in the archive are those of another phone or of an earlier installation.
 */
export async function extractArchive(connection: Connection, clock: Clock, archive: Bytes): Promise<RestoredArchive> {
  const { link, asRoot } = await obtainRoot(connection, clock)
  const userIds = asRoot ? await listUserIds(link) : new Map<string, string>()
  if (asRoot) await stopApps(link)
  const restored = new Set<string>()
  const skipped = new Set<string>()
  const keeps = ({ name }: TarMember): boolean => {
    if (name === CONTENTS_MEMBER) return false
    if (name.replace(/^\.\//, '').startsWith(`${SHARED_STORAGE}/`)) return true
    const packageName = APP_FOLDER.exec(name)?.groups?.['packageName']
    if (packageName === undefined) return false
    const isHere = userIds.has(packageName)
    ;(isHere ? restored : skipped).add(packageName)
    return isHere
  }
  const transfer = await extract(link, asRoot, archive, new TarMembers(keeps))
  if (asRoot && restored.size > 0) {
    const owners = [...restored].flatMap((name) => [name, userIds.get(name) ?? ''])
    await runOrThrow(link, asRoot(['sh', '-c', SET_OWNERS, 'sh', ...owners]), OWNERS_TIMEOUT_MS)
  }
  return { ...transfer, restoredPackages: [...restored], skippedPackages: [...skipped] }
}

/** Numbers of the apps' users by package. */
async function listUserIds(link: Link): Promise<Map<string, string>> {
  const argv = ['pm', 'list', 'packages', '-U']
  const text = await runOrThrow(link, argv)
  const found = new Map([...text.matchAll(/^package:(\S+) uid:(\d+)/gm)].map(([, name = '', id = '']) => [name, id]))
  if (!found.has('android')) throw commandError(argv, { exitCode: 0, stdout: text, stderr: '' })
  return found
}

async function extract(link: Link, asRoot: AsRoot | null, archive: Bytes, members: TarMembers): Promise<Transfer> {
  const argv = ['tar', '-x', '-o', '-C', '/', '-f', '-']
  const operation = link.begin('restoring an archive', STALL_TIMEOUT_MS)
  try {
    const process = await spawn(link, asRoot ? asRoot(argv) : argv, operation)
    const output = Promise.all([readAll(process.stdout), readAll(process.stderr), process.exited])
    output.catch(() => {}) // awaited below, unless sending fails first
    const transfer = await sendBytes(archive, operation, undefined, async (stream) => {
      const writer = process.stdin.getWriter()
      // tar may exit before it has read everything; its exit code and stderr say why.
      const hasEnded = output.then(() => true)
      const isRefused = async (bytes: Uint8Array): Promise<boolean> =>
        Promise.race([
          hasEnded,
          writer.write(bytes).then(
            () => false,
            () => true,
          ),
        ])
      for await (const chunk of stream) for (const { bytes } of members.push(chunk)) if (await isRefused(bytes)) return
      if (!members.hasEnded) throw new PhoneError('commandFailed', 'the archive breaks off')
      if (await isRefused(TAR_END)) return
      await writer.close()
    })
    const [stdout, stderr, exitCode] = await operation.race(output)
    if (exitCode === 0) return transfer
    throw commandError(argv, { exitCode, stdout: stdout.toString(), stderr: stderr.toString() })
  } catch (error) {
    throw error instanceof PhoneError ? error : new PhoneError('commandFailed', 'restoring failed', { cause: error })
  } finally {
    operation.end()
  }
}
