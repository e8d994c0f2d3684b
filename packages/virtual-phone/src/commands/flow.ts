import { setTimeout as delay } from 'node:timers/promises'
import type { PhoneUser } from '../files/access.ts'
import { absolutePath } from '../files/paths.ts'
import { type CommandContext, CommandError, type Program } from '../shell/command.ts'
import { testWords } from '../shell/conditions.ts'
import { readAll, toText } from '../system/bytes.ts'
import { readOptions } from './options.ts'

const KILLED = 137
const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 }

const sleep: Program = async ({ args: [given = ''], signal }) => {
  const [, number, unit] = /^(\d*\.?\d+)([smhd]?)$/.exec(given) ?? []
  if (number === undefined) throw new CommandError(`bad number '${given}'`)
  const milliseconds = Math.min(Number(number) * (UNITS[unit ?? ''] ?? 1) * 1000, 2 ** 31 - 1)
  return delay(milliseconds, 0, { signal }).catch(() => KILLED)
}

const sh: Program = async (context) => {
  const [first, script, , ...positionals] = context.args
  if (first === '-c') return context.runScript(script ?? '', { positionals })
  if (first !== undefined) {
    const file = absolutePath(context.workFolder, first)
    return context.runScript(context.system.files.readText(file), { positionals: context.args.slice(1) })
  }
  return context.runScript(toText(await readAll(context.stdin, 256 * 1024)))
}

/** `exec`, `nohup` and `setsid` only start another program. */
const prefix =
  (skip: (args: readonly string[]) => readonly string[]): Program =>
  (context) =>
    runRest(context, skip(context.args))

function runRest(context: CommandContext, argv: readonly string[]): Promise<number> | number {
  return argv.length === 0 ? 0 : context.run(argv)
}

const timeout: Program = async (context) => {
  const { operands } = readOptions(context.args, ['k', 's'], { stopsAtOperand: true })
  const [seconds = '0', ...argv] = operands
  const limit = AbortSignal.any([
    context.signal,
    AbortSignal.timeout(Math.min(Number(seconds) * 1000 || 0, 2 ** 31 - 1)),
  ])
  const exitCode = await context.run(argv, { signal: limit })
  return limit.aborted && !context.signal.aborted ? 124 : exitCode
}

const test: Program = ({ args, system: { files }, workFolder }) => (testWords({ files, workFolder }, args) ? 0 : 1)

const bracket: Program = (context) => {
  if (context.args.at(-1) !== ']') throw new CommandError("missing ']'", { exitCode: 2 })
  return test({ ...context, args: context.args.slice(0, -1) })
}

/** Magisk's takes `-c SCRIPT`; AOSP's, on userdebug builds, takes a user and a command. */
const su: Program = (context) => {
  const { args, system, user } = context
  const way = system.config.root
  if (way === 'none' && user !== 'root') throw new CommandError('inaccessible or not found', { exitCode: 127 })
  const [first, ...rest] = args
  const at = way === 'adb' ? -1 : args.indexOf('-c')
  if (at >= 0) return context.runScript(args[at + 1] ?? '', { user: 'root' })
  const target = first === undefined ? 'root' : USERS[first]
  if (target === undefined) throw new CommandError(`invalid uid/gid '${first}'`)
  return rest.length === 0 ? context.runScript('sh', { user: target }) : context.run(rest, { user: target })
}

const USERS: Readonly<Record<string, PhoneUser>> = { '0': 'root', root: 'root', '2000': 'shell', shell: 'shell' }

export const flowPrograms: Readonly<Record<string, Program>> = {
  true: () => 0,
  false: () => 1,
  sleep,
  sh,
  test,
  '[': bracket,
  timeout,
  exec: prefix((args) => args),
  nohup: prefix((args) => args),
  setsid: prefix((args) => args.filter((arg) => arg !== '-d')),
  su,
}
