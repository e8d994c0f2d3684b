import { type CommandContext, type Program, print, printError } from '../shell/command.ts'
import type { PhoneProcess } from '../system/processes.ts'
import { readOptions } from './options.ts'

const KIBIBYTE = 1024

const PS_HELP = `usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]

List processes.

Which processes to show (-gGuUpPt selections may be comma separated lists):

-A\tAll
-e\tSynonym for -A
-p\tPIDs (comma separated list)

Output modifiers:

-o\tShow FIELDs
`

const ps: Program = async (context) => {
  const { flags, values } = readOptions(context.args, ['o', 'p', 'u'])
  if (flags.has('help')) {
    await print(context, PS_HELP)
    return 0
  }
  const isAll = flags.has('A') || flags.has('e')
  const listed = [...context.system.processes.list(), ...shellProcesses(context)].filter(({ pid, user }) =>
    values.has('p') ? matches(values.get('p'), pid) : isAll || user === context.user,
  )
  const columns = values.get('o')?.toUpperCase().split(',')
  const rows = listed.map(
    ({ pid, user, name, memoryBytes }): Record<string, string | number> => ({
      USER: user,
      PID: pid,
      PPID: pid < 1000 ? 1 : 310,
      VSZ: Math.round((memoryBytes * 12) / KIBIBYTE),
      RSS: Math.round(memoryBytes / KIBIBYTE),
      WCHAN: 0,
      ADDR: 0,
      S: 'S',
      NAME: name,
      ARGS: name,
      CMD: name,
      COMM: name,
    }),
  )
  const shown = columns ?? ['USER', 'PID', 'PPID', 'VSZ', 'RSS', 'WCHAN', 'ADDR', 'S', 'NAME']
  const lines = [shown, ...rows.map((row) => shown.map((column) => String(row[column] ?? '')))]
  await print(
    context,
    lines
      .map((cells) => `${cells.map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(9))).join(' ')}\n`)
      .join(''),
  )
  return 0
}

/** The shell that asks, and `ps` itself. */
const shellProcesses = ({ user }: CommandContext): PhoneProcess[] =>
  ['sh', 'ps'].map((name, index) => ({ pid: 1900 + index, user, name, memoryBytes: 2 * KIBIBYTE ** 2 }))

const matches = (wanted: string | undefined, pid: number) =>
  wanted === undefined || wanted.split(',').map(Number).includes(pid)

const pidof: Program = async (context) => {
  const found = context.system.processes.list().filter(({ name }) => context.args.includes(name))
  if (found.length === 0) return 1
  await print(context, `${found.map(({ pid }) => pid).join(' ')}\n`)
  return 0
}

/** Of other users only root ends processes. */
const kill: Program = async (context) => {
  const { processes } = context.system
  const pids = context.args.filter((arg) => !arg.startsWith('-'))
  const refused = pids.flatMap((pid) => {
    const found = processes.list().find((each) => each.pid === Number(pid))
    if (found === undefined) return `${pid}: No such process`
    if (context.user !== 'root' && context.user !== found.user) return `${pid}: Operation not permitted`
    processes.kill(found.pid)
    return []
  })
  for (const reason of refused) await printError(context, `/system/bin/sh: kill: ${reason}`)
  return refused.length === 0 ? 0 : 1
}

/** `stop` ends zygote and with it Android's services and apps; `start` boots them again. */
const controlAndroid =
  (verb: 'start' | 'stop'): Program =>
  async (context) => {
    const { processes, properties, screen, services } = context.system
    if (context.user !== 'root') {
      await printError(context, 'Must be root')
      return 1
    }
    if (context.args.length > 0 && !context.args.includes('zygote')) return 0
    services.isRunning = verb === 'start'
    for (const name of screen.runningPackages) processes.stop(name)
    screen.home()
    if (verb === 'start') properties.set('sys.boot_completed', '1')
    return 0
  }

const pkill: Program = ({ args, system: { processes } }) => {
  const wanted = args.at(-1) ?? ''
  const found = processes.list().filter(({ name }) => name.includes(wanted))
  for (const { name } of found) processes.stop(name)
  return found.length > 0 ? 0 : 1
}

const free: Program = async (context) => {
  const { flags } = readOptions(context.args)
  const { totalBytes, freeBytes } = context.system.processes
  const divisor = flags.has('m') ? KIBIBYTE ** 2 : flags.has('k') ? KIBIBYTE : 1
  const cells = [totalBytes, totalBytes - freeBytes, freeBytes, 0, 0].map((bytes) =>
    String(Math.floor(bytes / divisor)).padStart(15),
  )
  const titles = ['total', 'used', 'free', 'shared', 'buffers'].map((title) => title.padStart(15)).join('')
  await print(context, `\t${titles}\nMem:\t${cells.join('')}\n`)
  return 0
}

const top: Program = async (context) => {
  const { list, summary } = topReport(context)
  await print(context, `${summary}\n  PID USER         RES S[%CPU] ARGS\n${list}`)
  return 0
}

function topReport({ system: { processes } }: CommandContext): { list: string; summary: string } {
  const all = processes.list().toSorted((a, b) => b.memoryBytes - a.memoryBytes)
  const usedKilobytes = Math.floor((processes.totalBytes - processes.freeBytes) / KIBIBYTE)
  const list = all
    .map(({ pid, user, name, memoryBytes }) => {
      const memory = `${Math.round(memoryBytes / KIBIBYTE ** 2)}M`
      return `${String(pid).padStart(5)} ${user.padEnd(10)} ${memory.padStart(5)} S  0.0  ${name}\n`
    })
    .join('')
  const total = Math.floor(processes.totalBytes / KIBIBYTE)
  return { list, summary: `Tasks: ${all.length} total\n  Mem: ${total}K total, ${usedKilobytes}K used` }
}

const uptime: Program = async (context) => {
  const seconds = Math.floor(context.system.uptimeSeconds())
  const clock = context.system.now().toISOString().slice(11, 19)
  await print(context, ` ${clock} up ${Math.floor(seconds / 60)} min,  0 users,  load average: 0.08, 0.05, 0.01\n`)
  return 0
}

const IDENTITIES = {
  root: 'uid=0(root) gid=0(root) groups=0(root),1004(input),1007(log),1015(sdcard_rw) context=u:r:su:s0\n',
  shell:
    'uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3003(inet) context=u:r:shell:s0\n',
} as const

const id: Program = async (context) => {
  const { flags } = readOptions(context.args)
  const isNamed = flags.has('n')
  const number = context.user === 'root' ? '0' : '2000'
  if (flags.has('u') || flags.has('g')) await print(context, `${isNamed ? context.user : number}\n`)
  else await print(context, IDENTITIES[context.user])
  return 0
}

const whoami: Program = async (context) => {
  await print(context, `${context.user}\n`)
  return 0
}

const uname: Program = async (context) => {
  const isAll = readOptions(context.args).flags.has('a')
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  await print(
    context,
    isAll
      ? `Linux localhost 5.10.0-yunji #1 SMP PREEMPT ${machine}\n`
      : context.args.includes('-m')
        ? `${machine}\n`
        : context.args.includes('-r')
          ? '5.10.0-yunji\n'
          : 'Linux\n',
  )
  return 0
}

const date: Program = async (context) => {
  const now = context.system.now()
  const format = context.args.find((arg) => arg.startsWith('+'))
  const iso = now.toISOString()
  const fields: Readonly<Record<string, string>> = {
    s: String(Math.floor(now.getTime() / 1000)),
    N: `${String(now.getMilliseconds()).padStart(3, '0')}000000`,
    Y: iso.slice(0, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    H: iso.slice(11, 13),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    F: iso.slice(0, 10),
    T: iso.slice(11, 19),
  }
  const text = format?.slice(1).replaceAll(/%([A-Za-z])/g, (whole, letter: string) => fields[letter] ?? whole)
  await print(context, `${text ?? now.toUTCString()}\n`)
  return 0
}

const env: Program = async (context) => {
  await print(context, [...context.environment].map(([name, value]) => `${name}=${value}\n`).join(''))
  return 0
}

export const processPrograms: Readonly<Record<string, Program>> = {
  date,
  env,
  free,
  id,
  kill,
  pidof,
  pkill,
  ps,
  start: controlAndroid('start'),
  stop: controlAndroid('stop'),
  top,
  uname,
  uptime,
  whoami,
}
