import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isPostmasterOf } from './process-table.ts'

export interface RunningPostmaster {
  pid: number
  /** Undefined until the postmaster has written it. */
  port: number | undefined
}

/** Reads `postmaster.pid`; a stale file is removed. */
export async function findPostmaster(cluster: string): Promise<RunningPostmaster | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (pid > 0 && (await isPostmasterOf(pid, cluster))) return { pid, port: Number(lines[3]) || undefined }
  // PostgreSQL removes a stale file itself, unless its pid belongs to another program by now.
  await rm(file, { force: true })
  return undefined
}
