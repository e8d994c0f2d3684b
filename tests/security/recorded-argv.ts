import { spawnSync } from 'node:child_process'

const PROGRAMS = ['am', 'pm', 'id', 'reboot']
const END = '\u0004'

/**
 * Runs a command line in a real shell whose programs record their arguments; returns one list for each program that ran.
 * Error output of the shell counts as a call, too.
 */
export const recordArguments = (command: string): string[][] => {
  const recorders = PROGRAMS.map((name) => `${name}() { printf '%s\\0' ${name} "$@"; printf '${END}\\0'; }`)
  const script = `${recorders.join('; ')}; PATH=/nonexistent; ${command}`
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
  const calls = stdout.split(`${END}\0`).filter((call) => call !== '')
  return [...calls.map((call) => call.split('\0').slice(0, -1)), ...(stderr === '' ? [] : [[stderr]])]
}
