import path from 'node:path'
import { toFileError } from '../files/errors.ts'
import { absolutePath } from '../files/paths.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import { evaluate } from './arithmetic.ts'
import { CommandError } from './command.ts'
import type { Streams } from './redirect.ts'
import { LoopExit, ShellExit, type ShellState } from './state.ts'

interface Surroundings {
  files: PhoneFiles
  streams: Streams
}

type BuiltIn = (state: ShellState, args: readonly string[], surroundings: Surroundings) => Promise<number> | number

/** Commands that change the shell itself, so that no program could do them. */
const BUILT_INS: Readonly<Record<string, BuiltIn>> = {
  ':': () => 0,
  break(_, [levels = '1']) {
    throw new LoopExit(true, Number(levels) || 1)
  },
  continue(_, [levels = '1']) {
    throw new LoopExit(false, Number(levels) || 1)
  },
  cd: changeFolder,
  exit(state, [code]) {
    throw new ShellExit(code === undefined ? state.lastExitCode : Number(code) & 0xff)
  },
  export: setVariables,
  let(state, expressions) {
    const variables = {
      get: (name: string) => state.getVariable(name),
      set: (name: string, value: string) => void state.variables.set(name, value),
    }
    const values = expressions.map((expression) => evaluate(expression, variables))
    return values.at(-1) === 0 ? 1 : 0
  },
  read: readVariables,
  set(state, args) {
    const at = args.indexOf('--')
    if (at >= 0) state.positionals = args.slice(at + 1)
    else if (args.length > 0 && !/^[-+]/.test(args[0] ?? '')) state.positionals = args
    return 0
  },
  shift(state, [count = '1']) {
    if (Number(count) > state.positionals.length) return 1
    state.positionals = state.positionals.slice(Number(count))
    return 0
  },
  umask: () => 0,
  unset(state, names) {
    for (const name of names) state.variables.delete(name)
    return 0
  },
  wait: () => 0,
}

/** Null when the shell has no such command. */
export async function runBuiltIn(
  state: ShellState,
  [name, ...args]: readonly [string, ...string[]],
  surroundings: Surroundings,
): Promise<number | null> {
  const builtIn = Object.hasOwn(BUILT_INS, name) ? BUILT_INS[name] : undefined
  return builtIn === undefined ? null : builtIn(state, args, surroundings)
}

function changeFolder(state: ShellState, [given = '/']: readonly string[], { files }: Surroundings): number {
  const folder = path.posix.normalize(absolutePath(state.workFolder, given)).replace(/(.)\/$/, '$1')
  try {
    if (files.stat(folder).kind !== 'folder') throw new CommandError(`cd: ${given}: Not a directory`)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`cd: ${given}: ${toFileError(error).message}`)
  }
  state.workFolder = folder
  return 0
}

function setVariables(state: ShellState, args: readonly string[]): number {
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(arg) ?? []
    if (name !== undefined) state.variables.set(name, value ?? '')
  }
  return 0
}

/** `read -r a b`: the last variable takes the rest of the line. */
async function readVariables(
  state: ShellState,
  args: readonly string[],
  { streams: { stdin } }: Surroundings,
): Promise<number> {
  const line = await stdin.readLine()
  const names = args.filter((arg) => !arg.startsWith('-'))
  let rest = (line ?? '').trim()
  for (const [index, name] of (names.length === 0 ? ['REPLY'] : names).entries()) {
    const isLast = index >= names.length - 1
    const [, word = '', behind = ''] = isLast ? ['', rest] : (/^(\S*)\s*([^]*)$/.exec(rest) ?? [])
    state.variables.set(name, word)
    rest = behind
  }
  return line === null ? 1 : 0
}
