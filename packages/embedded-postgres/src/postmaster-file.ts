import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isPostmasterOf } from './process-table.ts'

export interface RunningPostmaster {
  pid: number
  /** Missing for the moments between the file's creation and the port being written. */
  port: number | undefined
}

/** Who runs on this cluster according to its `postmaster.pid`; a file left behind by a dead one is removed. */
export async function findPostmaster(cluster: string): Promise<RunningPostmaster | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (pid > 0 && (await isPostmasterOf(pid, cluster))) return { pid, port: Number(lines[3]) || undefined }
  // PostgreSQL removes it itself unless another program has that number by now; after a reboot, one often does.
  await rm(file, { force: true })
  return undefined
}
