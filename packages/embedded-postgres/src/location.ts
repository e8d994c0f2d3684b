import { createHash } from 'node:crypto'
import { chmod, cp, lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { AS_CALLER, asUser, canEnter, canRun, canWrite, IN_USER_NAMESPACE, NOBODY_UID, type RunAs } from './run-as.ts'

/** Paths of the cluster and the programs, and the user that runs them. */
export interface ClusterLocation {
  cluster: string
  native: string
  runAs: RunAs
}

/** Reachable by every user, unlike a project in a private home; used only without user namespaces. */
const SHARED_FOLDER = '/var/lib/yunji-postgres'

/** An existing cluster stays where it is if possible. */
export async function chooseLocation(dataDir: string, native: string): Promise<ClusterLocation> {
  const cluster = path.join(dataDir, 'cluster')
  if (process.getuid?.() !== 0) return { cluster, native, runAs: hasUserName() ? AS_CALLER : IN_USER_NAMESPACE }
  const moved = await readFile(movedFile(dataDir), 'utf8').catch(() => undefined)
  const home = moved ?? dataDir
  if (!(await exists(home))) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} was moved to ${home}, which is gone: bring it back, or remove ${movedFile(dataDir)} to begin anew.`,
    )
  }
  const ownerUid = await stat(path.join(home, 'cluster')).then(
    ({ uid }) => uid,
    () => 0,
  )
  if (ownerUid === 0 && canWrite(IN_USER_NAMESPACE, dataDir) && canRun(IN_USER_NAMESPACE, native)) {
    return { cluster, native, runAs: IN_USER_NAMESPACE }
  }
  return locationForUser(dataDir, home, native, ownerUid || NOBODY_UID)
}

/** Containers may run with a uid that has no user name. */
function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Follows `moved-to`. */
export const findCluster = async (dataDir: string): Promise<string> =>
  path.join(await readFile(movedFile(dataDir), 'utf8').catch(() => dataDir), 'cluster')

const movedFile = (dataDir: string) => path.join(dataDir, 'moved-to')

async function locationForUser(dataDir: string, home: string, native: string, uid: number): Promise<ClusterLocation> {
  const runAs = asUser(uid)
  const reachable = canEnter(runAs, path.dirname(home))
  const newHome = reachable ? home : path.join(SHARED_FOLDER, shortHash(dataDir))
  if (!reachable) await makeSharedFolder()
  await mkdir(newHome, { recursive: true })
  await chmod(newHome, 0o711)
  const cluster = path.join(newHome, 'cluster')
  const old = path.join(home, 'cluster')
  if (old !== cluster && (await exists(old))) await copyAtomically(old, cluster)
  await chownTree(cluster, uid)
  if (newHome !== dataDir) await writeFile(movedFile(dataDir), newHome)
  if (old !== cluster) await rm(old, { recursive: true, force: true })
  return { cluster, native: await readableNative(native, runAs), runAs }
}

/** 0711 whatever the umask: others may pass through. */
async function makeSharedFolder(): Promise<void> {
  await mkdir(SHARED_FOLDER, { recursive: true })
  await chmod(SHARED_FOLDER, 0o711)
}

async function copyAtomically(from: string, to: string): Promise<void> {
  if (await exists(to)) return
  const unfinished = `${to}.half`
  await rm(unfinished, { recursive: true, force: true })
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, to)
}

async function readableNative(native: string, runAs: RunAs): Promise<string> {
  if (canRun(runAs, native)) return native
  const release = await readFile(path.join(native, '..', 'package.json'), 'utf8')
  const copy = path.join(SHARED_FOLDER, `native-${shortHash(native + release)}`)
  await makeSharedFolder()
  await copyAtomically(native, copy)
  return copy
}

async function chownTree(entry: string, uid: number): Promise<void> {
  if (!(await exists(entry))) return
  if ((await stat(entry)).uid === uid) return
  // The folder itself comes last: its owner marks the work as done.
  for (const inside of await readdir(entry, { recursive: true })) await lchown(path.join(entry, inside), uid, uid)
  await lchown(entry, uid, uid)
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const exists = (entry: string) =>
  stat(entry).then(
    () => true,
    () => false,
  )
