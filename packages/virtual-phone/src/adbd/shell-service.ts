import { encodeShellFrame, ShellFrameReader, ShellId } from '@yunji/phone-protocol/adb/shell-v2'
import { findProgram } from '../commands/registry.ts'
import { runInteractive } from '../shell/interactive.ts'
import { Shell } from '../shell/interpreter.ts'
import type { Streams } from '../shell/redirect.ts'
import { ShellState } from '../shell/state.ts'
import { BufferedSource, type ByteSource } from '../system/bytes.ts'
import { Pipe } from '../system/pipe.ts'
import { adbUser, type PhoneSystem } from '../system/system.ts'
import type { AdbStream } from './stream.ts'

interface ShellRequest {
  command: string
  isVersion2: boolean
  isTerminal: boolean
}

/** `shell:ls`, `shell,v2,raw:ls`, `shell,v2,pty,TERM=xterm:`, `exec:ls`; null for anything else. */
export function parseShellService(name: string): ShellRequest | null {
  // `exec:` has no terminal and no frames: everything in one stream.
  if (name.startsWith('exec:')) return { command: name.slice('exec:'.length), isVersion2: false, isTerminal: false }
  const [, flags, command = ''] = /^shell((?:,[^:,]*)*):([^]*)$/.exec(name) ?? []
  if (flags === undefined) return null
  const words = flags.split(',')
  const isTerminal = words.includes('pty') || (command === '' && !words.includes('raw'))
  return { command, isVersion2: words.includes('v2'), isTerminal }
}

export async function serveShell(system: PhoneSystem, stream: AdbStream, request: ShellRequest): Promise<void> {
  const { command, isTerminal, isVersion2 } = request
  const streams = isVersion2 ? framedStreams(stream) : plainStreams(stream)
  const hungUp = new AbortController()
  void stream.closed.then(() => hungUp.abort())
  const signal = AbortSignal.any([hungUp.signal, system.signal])
  const user = adbUser(system)
  const shell = new Shell({ system, user, findProgram, signal }, new ShellState())
  const exitCode =
    command === ''
      ? await runInteractive(shell, streams, { isTerminal, user, host: system.properties.get('ro.product.device') })
      : await shell.runToEnd(command, streams)
  if (isVersion2) await stream.write(encodeShellFrame(ShellId.exit, Uint8Array.of(exitCode & 0xff)))
  await stream.end()
}

/** Version 1 has one stream in each direction and no exit code. */
function plainStreams(stream: AdbStream): Streams {
  return { stdin: new BufferedSource(stream), stdout: stream, stderr: stream }
}

function framedStreams(stream: AdbStream): Streams {
  const output = (id: ShellId) => ({ write: (bytes: Uint8Array) => stream.write(encodeShellFrame(id, bytes)) })
  return {
    stdin: new BufferedSource(framedInput(stream)),
    stdout: output(ShellId.stdout),
    stderr: output(ShellId.stderr),
  }
}

/** Reads one chunk ahead of the program: the end of stdin and window sizes come in the same stream. */
function framedInput(stream: AdbStream): ByteSource {
  const reader = new ShellFrameReader()
  const pipe = new Pipe()
  const pump = async () => {
    for (let chunk = await stream.read(); chunk !== null; chunk = await stream.read()) {
      for (const { id, data } of reader.push(chunk)) {
        if (id === ShellId.stdin) await pipe.write(data)
        else if (id === ShellId.closeStdin) pipe.end()
      }
    }
  }
  // Data after the end of stdin and protocol errors end the input only.
  void pump()
    .catch(() => {})
    .finally(() => pipe.end())
  return pipe
}
