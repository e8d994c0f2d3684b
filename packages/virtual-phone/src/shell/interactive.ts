import type { PhoneUser } from '../files/access.ts'
import { toBytes } from '../system/bytes.ts'
import type { Shell } from './interpreter.ts'
import { parseScript } from './parse.ts'
import type { Streams } from './redirect.ts'
import { ShellExit } from './state.ts'
import { ShellSyntaxError } from './syntax.ts'
import { Terminal } from './terminal.ts'

interface InteractiveOptions {
  isTerminal: boolean
  user: PhoneUser
  host: string
}

/** Runs line by line, with a prompt on a terminal. */
export async function runInteractive(
  shell: Shell,
  streams: Streams,
  { isTerminal, user, host }: InteractiveOptions,
): Promise<number> {
  const terminal = isTerminal ? new Terminal(streams.stdin, streams.stdout) : null
  const inner: Streams = terminal === null ? streams : { ...streams, stdout: terminal, stderr: terminal }
  let script = ''
  try {
    for (;;) {
      const prompt = script === '' ? `${host}:${shell.state.workFolder} ${user === 'root' ? '#' : '$'} ` : '> '
      if (terminal !== null) await streams.stdout.write(toBytes(prompt))
      const line = terminal === null ? await streams.stdin.readLine() : await terminal.readLine()
      if (line === null) {
        if (script !== '') await shell.run(script, inner)
        return shell.state.lastExitCode
      }
      script += script === '' ? line : `\n${line}`
      if (isIncomplete(script)) continue
      if (script.trim() !== '') await shell.run(script, inner)
      script = ''
    }
  } catch (error) {
    if (error instanceof ShellExit) return error.exitCode
    throw error
  }
}

/** Whether the script goes on in the next line, as a loop does. */
function isIncomplete(script: string): boolean {
  try {
    parseScript(script)
    return false
  } catch (error) {
    return error instanceof ShellSyntaxError && error.isIncomplete
  }
}
