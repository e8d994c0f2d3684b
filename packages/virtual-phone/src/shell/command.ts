import type { PhoneUser } from '../files/access.ts'
import type { BufferedSource, ByteSink } from '../system/bytes.ts'
import { toBytes } from '../system/bytes.ts'
import type { PhoneSystem } from '../system/system.ts'

/** Environment of a running program. */
export interface CommandContext {
  /** The program's own name, without its folder. */
  readonly name: string
  readonly args: readonly string[]
  readonly environment: ReadonlyMap<string, string>
  readonly workFolder: string
  readonly stdin: BufferedSource
  readonly stdout: ByteSink
  readonly stderr: ByteSink
  /** User of the process; files are opened with these rights. */
  readonly user: PhoneUser
  readonly system: PhoneSystem
  /** Aborted when the caller disconnects or the phone shuts down. */
  readonly signal: AbortSignal
  /** Runs another program with the same streams unless told otherwise, as `sh -c` and `xargs` do. */
  run(argv: readonly string[], overrides?: Partial<CommandContext>): Promise<number>
  /** Runs a shell script; `positionals` are its `$1` and further. */
  runScript(script: string, overrides?: Partial<CommandContext> & { positionals?: readonly string[] }): Promise<number>
}

/** Returns the exit code. */
export type Program = (context: CommandContext) => Promise<number> | number

/** Printed on stderr behind the program's name. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, { exitCode = 1 } = {}) {
    super(message)
    this.exitCode = exitCode
  }
}

type Output = Pick<CommandContext, 'stdout'>
type ErrorOutput = Pick<CommandContext, 'stderr'>

export const print = ({ stdout }: Output, text: string): Promise<void> => stdout.write(toBytes(text))

export const printError = ({ stderr }: ErrorOutput, text: string): Promise<void> => stderr.write(toBytes(`${text}\n`))
