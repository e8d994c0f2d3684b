import path from 'node:path'
import { toFileError } from '../files/errors.ts'
import { absolutePath } from '../files/paths.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import { CommandError } from './command.ts'
import { ShellExit, type ShellState } from './state.ts'

type BuiltIn = (state: ShellState, args: readonly string[], files: PhoneFiles) => number

/** Commands that change the shell itself, so that no program could do them. */
const BUILT_INS: Readonly<Record<string, BuiltIn>> = {
  ':': () => 0,
  cd: changeFolder,
  exit(state, [code]) {
    throw new ShellExit(code === undefined ? state.lastExitCode : Number(code) & 0xff)
  },
  export: setVariables,
  set: () => 0,
  umask: () => 0,
  unset(state, names) {
    for (const name of names) state.variables.delete(name)
    return 0
  },
  wait: () => 0,
}

/** Null when the shell has no such command. */
export function runBuiltIn(state: ShellState, files: PhoneFiles, name: string, args: readonly string[]): number | null {
  return Object.hasOwn(BUILT_INS, name) ? (BUILT_INS[name]?.(state, args, files) ?? null) : null
}

function changeFolder(state: ShellState, [given = '/']: readonly string[], files: PhoneFiles): number {
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
