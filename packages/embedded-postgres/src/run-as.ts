import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** How PostgreSQL's programs are started; they refuse to run as root. */
export interface RunAs {
  /** Put before the program. */
  prefix: readonly string[]
  /** Set when root starts them as another user. */
  uid?: number
}

export const AS_CALLER: RunAs = { prefix: [] }

/** `initdb` needs a user with a name; every Debian and Ubuntu has this one. */
export const NOBODY_UID = 65534

/** The process runs as nobody inside the namespace, and its files belong to the caller outside. */
export const IN_USER_NAMESPACE: RunAs = {
  prefix: ['unshare', '--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`, '--'],
}

export const asUser = (uid: number): RunAs => ({ prefix: [], uid })

export const spawnIdentity = ({ uid }: RunAs) => (uid === undefined ? {} : { uid, gid: uid })

/** Without the caller's PG* variables, which could point to another database. */
export const programEnv = () => ({ PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' })

export const canRun = (as: RunAs, native: string) =>
  succeeds(as, [path.join(native, 'bin', 'postgres'), '--version']) &&
  succeeds(as, [path.join(native, 'bin', 'initdb'), '--version'])

export const canEnter = (as: RunAs, folder: string) => succeeds(as, ['test', '-x', folder])

export const canWrite = (as: RunAs, folder: string) => succeeds(as, ['test', '-w', folder])

/** Ends the database when this process is killed; without `setpriv` the next start adopts it. */
export const endWithParent = (as: RunAs): readonly string[] => {
  const words = ['setpriv', '--pdeathsig', 'INT', '--']
  return succeeds(as, [...words, 'true']) ? words : []
}

function succeeds(as: RunAs, command: readonly string[]): boolean {
  const [file = '', ...args] = [...as.prefix, ...command]
  const done = spawnSync(file, args, { ...spawnIdentity(as), cwd: '/', env: programEnv(), stdio: 'ignore' })
  return done.status === 0
}
