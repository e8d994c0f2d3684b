import { readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** Zombies count as dead: in a container they may never be reaped. */
export function isAlive(pid: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.charAt(line.lastIndexOf(')') + 2) !== 'Z'
  } catch {
    return false
  }
}

/** Ignores a process that has exited already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** False for another program that was given the same pid later. */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const [program = '', ...args] = (await commandLine(pid)).split('\0')
  if (path.basename(program) !== 'postgres') return false
  // The folder may have been moved while the postmaster runs; its working directory moves along.
  return args.includes(cluster) || worksIn(pid, cluster)
}

/** Backends of a killed postmaster hold the shared memory and keep the next one from starting. */
export async function killOrphanedBackends(cluster: string): Promise<void> {
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (!(pid > 0) || !(await commandLine(pid)).startsWith('postgres: ')) continue
    if (await worksIn(pid, cluster)) signal(pid, 'SIGKILL')
  }
}

const commandLine = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

async function worksIn(pid: number, folder: string): Promise<boolean> {
  const [here, there] = await Promise.all([stat(folder), stat(`/proc/${pid}/cwd`).catch(() => undefined)])
  return here.ino === there?.ino && here.dev === there?.dev
}
