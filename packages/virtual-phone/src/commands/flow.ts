import { setTimeout as delay } from 'node:timers/promises'
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
  su: (context) => {
    const at = context.args.indexOf('-c')
    return at < 0 ? runRest(context, context.args.slice(1)) : context.runScript(context.args[at + 1] ?? '')
  },
}
