import { readdirSync, readFileSync } from 'node:fs'

interface ProcessStat {
  readonly pid: number
  readonly state: string
  readonly parent: number
  /** Time on the processor, its own and that of children that it has buried. */
  readonly ticks: number
}

/** The kernel reports processor time in hundredths of a second on every Linux that we run on. */
const TICKS_PER_SECOND = 100

/** The fields after the program's name, which may itself hold spaces and brackets. */
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

/** A zombie counts as gone: in a container nobody may ever collect it. */
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

/** Processor time of a process and of everything below it, in seconds. Workers that come and go are counted once buried. */
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
