import { readFileSync } from 'node:fs'
import { postmasterPid } from '@yunji/testkit/embedded-database'
import { childrenOf, isAlive, signalIfAlive } from '@yunji/testkit/process-table'
import type { Random } from '@yunji/testkit/random'

/** Processes of PostgreSQL to kill: the postmaster, a backend, or all of them. */
export const killTargets = ['postmaster', 'backend', 'everything'] as const
export type KillTarget = (typeof killTargets)[number]

export interface Kill {
  /** True once no backend from before the kill is left. */
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
