import { FileError } from '../files/errors.ts'
import { BrokenPipeError, BufferedSource, ByteCollector, LimitExceededError, toBytes, toText } from '../system/bytes.ts'
import { Pipe } from '../system/pipe.ts'
import type { PhoneSystem } from '../system/system.ts'
import { runBuiltIn } from './built-ins.ts'
import { type CommandContext, CommandError, type Program } from './command.ts'
import { type ExpandContext, expandToText, expandWord } from './expand.ts'
import { parseScript } from './parse.ts'
import { openRedirects, type Streams } from './redirect.ts'
import { ShellExit, type ShellState } from './state.ts'
import { type Command, type GroupCommand, type Script, ShellSyntaxError, type SimpleCommand } from './syntax.ts'

const NOT_FOUND = 127
const BROKEN_PIPE = 141
const SYNTAX_ERROR = 2
const MAX_DEPTH = 50

interface ShellOptions {
  system: PhoneSystem
  findProgram(name: string): Program | null
  signal: AbortSignal
  /** Nesting depth. */
  depth?: number
}

/** Runs scripts of the phone's shell. */
export class Shell {
  readonly #options: ShellOptions
  readonly state: ShellState

  constructor(options: ShellOptions, state: ShellState) {
    this.#options = options
    this.state = state
  }

  /** The exit code; also of a script that calls `exit`. */
  async run(script: string, streams: Streams): Promise<number> {
    try {
      return await this.#runSteps(parseScript(script), streams)
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error
      await this.#complain(streams, error.message)
      this.state.lastExitCode = SYNTAX_ERROR
      return SYNTAX_ERROR
    }
  }

  async #runSteps(script: Script, streams: Streams): Promise<number> {
    for (const { when, pipeline, isBackground } of script) {
      if (this.#options.signal.aborted) return this.state.lastExitCode
      if (when === 'succeeded' && this.state.lastExitCode !== 0) continue
      if (when === 'failed' && this.state.lastExitCode === 0) continue
      const running = this.#runPipeline(pipeline.commands, streams)
      if (isBackground) running.catch(() => {})
      const exitCode = isBackground ? 0 : await running
      this.state.lastExitCode = pipeline.isNegated ? Number(exitCode === 0) : exitCode
    }
    return this.state.lastExitCode
  }

  async #runPipeline(commands: readonly Command[], streams: Streams): Promise<number> {
    const [only] = commands
    if (only !== undefined && commands.length === 1) return this.#runCommand(only, streams)
    const pipes = commands.slice(1).map(() => new Pipe())
    const running = commands.map((command, index) => {
      const [before, behind] = [pipes[index - 1], pipes[index]]
      const stdin = before === undefined ? streams.stdin : new BufferedSource(before)
      return this.#fork()
        .#runForked(command, { ...streams, stdin, stdout: behind ?? streams.stdout })
        .finally(() => {
          behind?.end()
          before?.break()
        })
    })
    const exitCodes = await Promise.all(running)
    return exitCodes.at(-1) ?? 0
  }

  #fork(): Shell {
    return new Shell(this.#options, this.state.copy())
  }

  /** For programs that run others; the depth limits recursion. */
  #forkWith({ signal = this.#options.signal }: Partial<CommandContext>): Shell {
    const depth = (this.#options.depth ?? 0) + 1
    if (depth > MAX_DEPTH) throw new CommandError('nested too deep')
    return new Shell({ ...this.#options, signal, depth }, this.state.copy())
  }

  async #runForked(command: Command, streams: Streams): Promise<number> {
    try {
      return await this.#runCommand(command, streams)
    } catch (error) {
      if (error instanceof ShellExit) return error.exitCode
      throw error
    }
  }

  async #runCommand(command: Command, streams: Streams): Promise<number> {
    try {
      return command.kind === 'group' ? await this.#runGroup(command, streams) : await this.#runSimple(command, streams)
    } catch (error) {
      if (error instanceof BrokenPipeError) return BROKEN_PIPE
      if (!isExpected(error)) throw error
      await this.#complain(streams, error.message)
      return error instanceof CommandError ? error.exitCode : 1
    }
  }

  async #runGroup(group: GroupCommand, streams: Streams): Promise<number> {
    const shell = group.isSubshell ? this.#fork() : this
    return this.#redirected(group, streams, async (open) => {
      try {
        return await shell.#runSteps(group.body, open)
      } catch (error) {
        if (group.isSubshell && error instanceof ShellExit) return error.exitCode
        throw error
      }
    })
  }

  async #runSimple(command: SimpleCommand, streams: Streams): Promise<number> {
    const expand = this.#expandContext(streams)
    const assignments = new Map<string, string>()
    for (const { name, value } of command.assignments) assignments.set(name, await expandToText(expand, value))
    const argv = (await Promise.all(command.words.map((word) => expandWord(expand, word)))).flat()
    return this.#redirected(command, streams, async (open) => {
      const [name, ...args] = argv
      if (name === undefined) {
        for (const [variable, value] of assignments) this.state.variables.set(variable, value)
        return 0
      }
      const builtIn = runBuiltIn(this.state, this.#options.system.files, name, args)
      if (builtIn !== null) return builtIn
      return this.#runProgram(name, args, open, assignments)
    })
  }

  async #redirected(
    { redirects }: Command,
    streams: Streams,
    run: (open: Streams) => Promise<number>,
  ): Promise<number> {
    if (redirects.length === 0) return run(streams)
    const expand = this.#expandContext(streams)
    const open = await openRedirects(
      {
        files: this.#options.system.files,
        workFolder: this.state.workFolder,
        textOf: ({ target }) => expandToText(expand, target),
      },
      streams,
      redirects,
    )
    return run(open).finally(open.finish)
  }

  async #runProgram(
    name: string,
    args: readonly string[],
    streams: Streams,
    assignments: ReadonlyMap<string, string>,
  ): Promise<number> {
    const program = this.#options.findProgram(name)
    if (program === null) throw new CommandError(`${name}: inaccessible or not found`, { exitCode: NOT_FOUND })
    const environment = new Map([...this.state.variables, ...assignments])
    try {
      return await program(this.#contextOf(nameOf(name), args, environment, streams))
    } catch (error) {
      if (error instanceof BrokenPipeError) return BROKEN_PIPE
      if (!isExpected(error)) throw error
      await streams.stderr.write(toBytes(`${nameOf(name)}: ${error.message}\n`))
      return error instanceof CommandError ? error.exitCode : 1
    }
  }

  #contextOf(
    name: string,
    args: readonly string[],
    environment: ReadonlyMap<string, string>,
    streams: Streams,
  ): CommandContext {
    const context: CommandContext = {
      ...streams,
      name,
      args,
      environment,
      workFolder: this.state.workFolder,
      system: this.#options.system,
      signal: this.#options.signal,
      run: ([program = '', ...rest], overrides = {}) =>
        this.#forkWith(overrides).#runProgram(program, rest, { ...context, ...overrides }, environment),
      runScript: (script, overrides = {}) => this.#forkWith(overrides).runToEnd(script, { ...context, ...overrides }),
    }
    return context
  }

  /** Like `run`, and `exit` ends it. */
  async runToEnd(script: string, streams: Streams): Promise<number> {
    try {
      return await this.run(script, streams)
    } catch (error) {
      if (error instanceof ShellExit) return error.exitCode
      throw error
    }
  }

  #expandContext(streams: Streams): ExpandContext {
    return {
      files: this.#options.system.files,
      workFolder: this.state.workFolder,
      getVariable: (name) => this.state.getVariable(name),
      outputOf: async (script) => {
        const output = new ByteCollector()
        this.state.lastExitCode = await this.#fork().runToEnd(script, { ...streams, stdout: output })
        return toText(output.bytes()).replace(/\n+$/, '')
      },
    }
  }

  async #complain(streams: Streams, message: string): Promise<void> {
    await streams.stderr.write(toBytes(`/system/bin/sh: ${message}\n`))
  }
}

/** Errors that are printed without ending the shell. */
const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError || error instanceof FileError || error instanceof LimitExceededError

const nameOf = (program: string) => program.slice(program.lastIndexOf('/') + 1)
