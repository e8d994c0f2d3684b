import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** How PostgreSQL's programs are started. They refuse to run as root, and so do we want it. */
export interface RunAs {
  /** Put before the program. */
  prefix: readonly string[]
  /** Set when root starts them as another user. */
  uid?: number
}

export const AS_CALLER: RunAs = { prefix: [] }

/** A user that every Debian and Ubuntu has: `initdb` asks for its user's name. */
export const NOBODY_UID = 65534

/** Inside, the process is nobody; outside, its files stay the caller's, so that private folders work. */
export const IN_USER_NAMESPACE: RunAs = {
  prefix: ['unshare', '--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`, '--'],
}

export const asUser = (uid: number): RunAs => ({ prefix: [], uid })

export const spawnIdentity = ({ uid }: RunAs) => (uid === undefined ? {} : { uid, gid: uid })

/** Only what the programs need: a caller's PG* variables must not change which database this is. */
export const programEnv = () => ({ PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' })

export const canRun = (as: RunAs, native: string) =>
  succeeds(as, [path.join(native, 'bin', 'postgres'), '--version']) &&
  succeeds(as, [path.join(native, 'bin', 'initdb'), '--version'])

export const canEnter = (as: RunAs, folder: string) => succeeds(as, ['test', '-x', folder])

export const canWrite = (as: RunAs, folder: string) => succeeds(as, ['test', '-w', folder])

/** Ends the database when this process is killed; without `setpriv` the next start adopts it instead. */
export const endWithParent = (as: RunAs): readonly string[] => {
  const words = ['setpriv', '--pdeathsig', 'INT', '--']
  return succeeds(as, [...words, 'true']) ? words : []
}

function succeeds(as: RunAs, command: readonly string[]): boolean {
  const [file = '', ...args] = [...as.prefix, ...command]
  const done = spawnSync(file, args, { ...spawnIdentity(as), cwd: '/', env: programEnv(), stdio: 'ignore' })
  return done.status === 0
}
