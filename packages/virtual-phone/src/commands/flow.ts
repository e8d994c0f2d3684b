import { setTimeout as delay } from 'node:timers/promises'
import { absolutePath } from '../files/paths.ts'
import { type CommandContext, CommandError, type Program } from '../shell/command.ts'
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
  const [first, script] = context.args
  if (first === '-c') return context.runScript(script ?? '')
  if (first !== undefined)
    return context.runScript(context.system.files.readText(absolutePath(context.workFolder, first)))
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

/** `test` and `[`: files, texts and numbers. */
const test: Program = ({ args, system, workFolder }) => {
  const stat = (name: string) => system.files.find(absolutePath(workFolder, name))
  const unary: Readonly<Record<string, (value: string) => boolean>> = {
    '-e': (name) => stat(name) !== null,
    '-f': (name) => stat(name)?.kind === 'file',
    '-d': (name) => stat(name)?.kind === 'folder',
    '-s': (name) => (stat(name)?.sizeBytes ?? 0) > 0,
    '-r': (name) => stat(name) !== null,
    '-w': (name) => stat(name) !== null,
    '-x': (name) => ((stat(name)?.mode ?? 0) & 0o111) !== 0,
    '-n': (text) => text !== '',
    '-z': (text) => text === '',
  }
  const binary: Readonly<Record<string, (a: string, b: string) => boolean>> = {
    '=': (a, b) => a === b,
    '==': (a, b) => a === b,
    '!=': (a, b) => a !== b,
    '-eq': (a, b) => Number(a) === Number(b),
    '-ne': (a, b) => Number(a) !== Number(b),
    '-lt': (a, b) => Number(a) < Number(b),
    '-le': (a, b) => Number(a) <= Number(b),
    '-gt': (a, b) => Number(a) > Number(b),
    '-ge': (a, b) => Number(a) >= Number(b),
  }
  const evaluate = (words: readonly string[]): boolean => {
    const [first, second = '', third = ''] = words
    if (first === '!' && words.length > 1) return !evaluate(words.slice(1))
    if (words.length === 0) return false
    if (words.length === 1) return first !== ''
    if (words.length === 2 && unary[first ?? ''] !== undefined) return unary[first ?? '']?.(second) ?? false
    if (words.length === 3 && binary[second] !== undefined) return binary[second]?.(first ?? '', third) ?? false
    throw new CommandError(`${second}: unexpected operator`, { exitCode: 2 })
  }
  return evaluate(args) ? 0 : 1
}

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
