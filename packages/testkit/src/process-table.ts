import { readdirSync, readFileSync } from 'node:fs'

interface ProcessStat {
  readonly pid: number
  readonly state: string
  readonly parent: number
  /** CPU time including reaped children. */
  readonly ticks: number
}

/** USER_HZ, 100 on every supported Linux. */
const TICKS_PER_SECOND = 100

/** Fields are counted from behind the program's name, which may contain spaces and brackets. */
const readStat = (pid: number): ProcessStat | undefined => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    return { pid, state: fields[0] ?? '', parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/** Zombies count as dead: in a container they may never be reaped. */
export const isAlive = (pid: number): boolean => {
  const stat = readStat(pid)
  return stat !== undefined && stat.state !== 'Z'
}

export const parentOf = (pid: number): number => {
  const stat = readStat(pid)
  if (!stat) throw new Error(`process ${pid} is gone`)
  return stat.parent
}

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && readStat(candidate)?.parent === pid)

/** CPU time of a process and its descendants; exited children count once they are reaped. */
export const cpuSecondsOfTree = (pid: number): number => {
  const own = (readStat(pid)?.ticks ?? 0) / TICKS_PER_SECOND
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOfTree(child), own)
}

export const signalIfAlive = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
