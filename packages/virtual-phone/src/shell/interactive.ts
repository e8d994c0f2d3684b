import { toBytes } from '../system/bytes.ts'
import type { Shell } from './interpreter.ts'
import type { Streams } from './redirect.ts'
import { ShellExit } from './state.ts'
import { Terminal } from './terminal.ts'

interface InteractiveOptions {
  isTerminal: boolean
  host: string
}

/** Runs line by line, with a prompt on a terminal. */
export async function runInteractive(
  shell: Shell,
  streams: Streams,
  { isTerminal, host }: InteractiveOptions,
): Promise<number> {
  const terminal = isTerminal ? new Terminal(streams.stdin, streams.stdout) : null
  const inner: Streams = terminal === null ? streams : { ...streams, stdout: terminal, stderr: terminal }
  try {
    for (;;) {
      if (terminal !== null) await streams.stdout.write(toBytes(`${host}:${shell.state.workFolder} # `))
      const line = terminal === null ? await streams.stdin.readLine() : await terminal.readLine()
      if (line === null) return shell.state.lastExitCode
      if (line.trim() !== '') await shell.run(line, inner)
    }
  } catch (error) {
    if (error instanceof ShellExit) return error.exitCode
    throw error
  }
}
