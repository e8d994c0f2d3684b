import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  child: ChildProcess
  /** URL and pid of the database, or the reason of a failed start. */
  firstLine: { url: string; pid: number } | { error: string }
}

/** Starts the database of a folder in a process of its own, as a server does. */
export async function startServerProcess(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawnServerProcess(dataDir, env)
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string]
  return { child, firstLine: JSON.parse(line) }
}

export function spawnServerProcess(dataDir: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [path.join(import.meta.dirname, 'server-process-main.ts'), dataDir], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

export async function killServerProcess(holder: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(holder.child, 'exit')
  holder.child.kill(signal)
  await gone
}

/** A PATH without some of this machine's programs, as on a smaller system. */
export async function pathWithout(...missing: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-path-'))
  await chmod(folder, 0o755)
  for (const source of ['/bin', '/usr/bin']) {
    for (const name of await readdir(source)) {
      if (!missing.includes(name)) await symlink(path.join(source, name), path.join(folder, name)).catch(() => {})
    }
  }
  for (const name of missing) await writeFile(path.join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return folder
}
