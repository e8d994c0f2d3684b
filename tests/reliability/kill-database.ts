import { readFileSync } from 'node:fs'
import { postmasterPid } from '@yunji/testkit/embedded-database'
import { childrenOf, isAlive, signalIfAlive } from '@yunji/testkit/process-table'
import type { Random } from '@yunji/testkit/random'

/** Ways for PostgreSQL to die: its parent process, one that serves a connection, or all of it at once. */
export const killTargets = ['postmaster', 'backend', 'everything'] as const
export type KillTarget = (typeof killTargets)[number]

export interface Kill {
  /** True once nothing of what served connections at the moment of the kill is left. */
  isOver(): boolean
}

export const killDatabase = async (url: string, way: KillTarget, random: Random): Promise<Kill> => {
  const postmaster = await postmasterPid(url)
  const children = childrenOf(postmaster)
  const backends = children.filter(servesConnection)
  if (backends.length === 0) throw new Error('no connection to kill: the load has not begun')
  const victims = {
    postmaster: [postmaster],
    backend: [random.pick(backends)],
    everything: [postmaster, ...children],
  }[way]
  for (const pid of victims) signalIfAlive(pid, 'SIGKILL')
  const served = way === 'backend' ? backends : [postmaster, ...backends]
  return { isOver: () => !served.some(isAlive) }
}

const servesConnection = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(/^postgres: yunji(_app)? yunji 127\.0\.0\.1/) !== null
  } catch {
    return false
  }
}
