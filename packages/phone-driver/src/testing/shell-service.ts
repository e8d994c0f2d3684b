import { encodeShellFrame, ShellFrameReader, ShellId } from '@yunji/phone-protocol/adb/shell-v2'
import type { ScriptedStream } from './scripted-phone.ts'

const PREFIX = 'shell,v2,raw:'

export interface Answer {
  readonly stdout?: string | Uint8Array
  readonly stderr?: string
  readonly exitCode?: number
}

/** Answers shell commands; null leaves a command without an answer. */
export const answerShell =
  (answer: (command: string) => Answer | null) =>
  (stream: ScriptedStream): boolean => {
    if (!stream.service.startsWith(PREFIX)) return false
    const said = answer(stream.service.slice(PREFIX.length))
    if (said === null) return true
    const { stdout, stderr, exitCode = 0 } = said
    if (stdout !== undefined) stream.write(encodeShellFrame(ShellId.stdout, Buffer.from(stdout as Uint8Array)))
    if (stderr !== undefined) stream.write(encodeShellFrame(ShellId.stderr, Buffer.from(stderr)))
    stream.write(encodeShellFrame(ShellId.exit, Uint8Array.of(exitCode)))
    stream.close()
    return true
  }

/** Collects stdin until the driver closes it. */
export function readStdin(stream: ScriptedStream, onEnd: (input: Buffer) => void): void {
  const reader = new ShellFrameReader()
  const chunks: Uint8Array[] = []
  stream.onData((data) => {
    for (const frame of reader.push(data)) {
      if (frame.id === ShellId.stdin) chunks.push(frame.data)
      if (frame.id === ShellId.closeStdin) onEnd(Buffer.concat(chunks))
    }
  })
}
