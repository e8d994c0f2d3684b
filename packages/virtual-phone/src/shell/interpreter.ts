import { setImmediate as turn } from 'node:timers/promises'
import type { PhoneUser } from '../files/access.ts'
import { FileError } from '../files/errors.ts'
import { BrokenPipeError, BufferedSource, ByteCollector, LimitExceededError, toBytes, toText } from '../system/bytes.ts'
import { Pipe } from '../system/pipe.ts'
import { asUser, type PhoneSystem } from '../system/system.ts'
import { runBuiltIn } from './built-ins.ts'
import { type CommandContext, CommandError, type Program } from './command.ts'
import { testBinary, testUnary } from './conditions.ts'
import { calculate, type ExpandContext, expandToPattern, expandToText, expandWord } from './expand.ts'
import { parseScript } from './parse.ts'
import { patternOf } from './pattern.ts'
import { openRedirects, type Streams } from './redirect.ts'
import { LoopExit, ShellExit, type ShellState } from './state.ts'
import {
  type CaseCommand,
  type Command,
  type CompoundCommand,
  type Condition,
  type ForCommand,
  type GroupCommand,
  type IfCommand,
  type LoopCommand,
  type Script,
  ShellSyntaxError,
  type SimpleCommand,
} from './syntax.ts'

const NOT_FOUND = 127
const BROKEN_PIPE = 141
const SYNTAX_ERROR = 2
const MAX_DEPTH = 50
const INTERRUPTED = 130

interface ShellOptions {
  system: PhoneSystem
  user: PhoneUser
  findProgram(name: string): Program | null
  signal: AbortSignal
  /** Nesting depth. */
  depth?: number
}

/** Runs scripts of the phone's shell. */
export class Shell {
  readonly #options: ShellOptions
  readonly state: ShellState

  /** The system is given the user's rights. */
  constructor(options: ShellOptions, state: ShellState) {
    this.#options = { ...options, system: asUser(options.system, options.user) }
    this.state = state
  }

  /** The exit code; also of a script that calls `exit`. */
  async run(script: string, streams: Streams): Promise<number> {
    try {
      return await this.#runSteps(parseScript(script), streams)
    } catch (error) {
      if (error instanceof LoopExit) return this.state.lastExitCode // outside of a loop
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
  #forkWith({ signal = this.#options.signal, user = this.#options.user }: Partial<CommandContext>): Shell {
    const depth = (this.#options.depth ?? 0) + 1
    if (depth > MAX_DEPTH) throw new CommandError('nested too deep')
    return new Shell({ ...this.#options, signal, user, depth }, this.state.copy())
  }

  async #runForked(command: Command, streams: Streams): Promise<number> {
    try {
      return await this.#runCommand(command, streams)
    } catch (error) {
      if (error instanceof ShellExit) return error.exitCode
      if (error instanceof LoopExit) return 0
      throw error
    }
  }

  async #runCommand(command: Command, streams: Streams): Promise<number> {
    try {
      if (command.kind === 'simple') return await this.#runSimple(command, streams)
      return await this.#redirected(command, streams, (open) => this.#runCompound(command, open))
    } catch (error) {
      if (error instanceof BrokenPipeError) return BROKEN_PIPE
      if (!isExpected(error)) throw error
      await this.#complain(streams, error.message)
      return error instanceof CommandError ? error.exitCode : 1
    }
  }

  async #runCompound(command: CompoundCommand, streams: Streams): Promise<number> {
    switch (command.kind) {
      case 'group':
        return this.#runGroup(command, streams)
      case 'if':
        return this.#runIf(command, streams)
      case 'loop':
        return this.#runLoop(command, streams)
      case 'for':
        return this.#runFor(command, streams)
      case 'case':
        return this.#runCase(command, streams)
      case 'arithmetic':
        return Number((await calculate(this.#expandContext(streams), command.expression)) === 0)
      case 'condition':
        return Number(!(await this.#test(command.condition, streams)))
      default:
        return command satisfies never
    }
  }

  async #runGroup(group: GroupCommand, streams: Streams): Promise<number> {
    if (!group.isSubshell) return this.#runSteps(group.body, streams)
    try {
      return await this.#fork().#runSteps(group.body, streams)
    } catch (error) {
      if (error instanceof ShellExit) return error.exitCode
      throw error
    }
  }

  async #runIf({ branches, otherwise }: IfCommand, streams: Streams): Promise<number> {
    for (const { condition, body } of branches) {
      if ((await this.#runSteps(condition, streams)) === 0) return this.#runBody(body, streams)
    }
    return this.#runBody(otherwise, streams)
  }

  async #runCase({ word, clauses }: CaseCommand, streams: Streams): Promise<number> {
    const expand = this.#expandContext(streams)
    const text = await expandToText(expand, word)
    for (const { patterns, body } of clauses) {
      for (const pattern of patterns) {
        if (patternOf(await expandToPattern(expand, pattern)).test(text)) return this.#runBody(body, streams)
      }
    }
    return 0
  }

  async #runFor({ name, words, body }: ForCommand, streams: Streams): Promise<number> {
    const values = words === null ? this.state.positionals : await this.#expandAll(words, streams)
    const left = values.values()
    return this.#repeat(body, streams, async () => {
      const next = left.next()
      if (!next.done) this.state.variables.set(name, next.value)
      return !next.done
    })
  }

  #runLoop({ isUntil, condition, body }: LoopCommand, streams: Streams): Promise<number> {
    return this.#repeat(body, streams, async () => ((await this.#runSteps(condition, streams)) === 0) !== isUntil)
  }

  async #repeat(body: Script, streams: Streams, hasNext: () => Promise<boolean>): Promise<number> {
    let exitCode = 0
    for (;;) {
      await turn() // a loop that waits for nothing must not hold up the others
      if (this.#options.signal.aborted) return INTERRUPTED
      try {
        if (!(await hasNext())) return exitCode
        exitCode = await this.#runBody(body, streams)
      } catch (error) {
        if (!(error instanceof LoopExit)) throw error
        if (error.levels > 1) throw new LoopExit(error.isBreak, error.levels - 1)
        exitCode = 0
        if (error.isBreak) return 0
      }
    }
  }

  /** An empty body succeeds. */
  async #runBody(body: Script, streams: Streams): Promise<number> {
    return body.length === 0 ? 0 : this.#runSteps(body, streams)
  }

  async #test(condition: Condition, streams: Streams): Promise<boolean> {
    const expand = this.#expandContext(streams)
    switch (condition.kind) {
      case 'not':
        return !(await this.#test(condition.inner, streams))
      case 'and':
        return (await this.#test(condition.left, streams)) && this.#test(condition.right, streams)
      case 'or':
        return (await this.#test(condition.left, streams)) || this.#test(condition.right, streams)
      case 'unary':
        return testUnary(expand, condition.operator, await expandToText(expand, condition.operand))
      case 'binary': {
        const left = await expandToText(expand, condition.left)
        const right = await expandToPattern(expand, condition.right)
        const text = right.map((part) => part.text).join('')
        return testBinary(expand, condition.operator, [left, text], (given) => patternOf(right).test(given))
      }
      default:
        return condition satisfies never
    }
  }

  async #expandAll(words: SimpleCommand['words'], streams: Streams): Promise<string[]> {
    const expand = this.#expandContext(streams)
    const argv: string[] = []
    // In order: one word may assign what the next one reads.
    for (const word of words) argv.push(...(await expandWord(expand, word)))
    return argv
  }

  async #runSimple(command: SimpleCommand, streams: Streams): Promise<number> {
    const expand = this.#expandContext(streams)
    const assignments = new Map<string, string>()
    for (const { name, value } of command.assignments) assignments.set(name, await expandToText(expand, value))
    const argv = await this.#expandAll(command.words, streams)
    return this.#redirected(command, streams, async (open) => {
      const [name, ...args] = argv
      if (name === undefined) {
        for (const [variable, value] of assignments) this.state.variables.set(variable, value)
        return 0
      }
      const { files } = this.#options.system
      const builtIn = await runBuiltIn(this.state, [name, ...args], { files, streams: open })
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
      user: this.#options.user,
      system: this.#options.system,
      signal: this.#options.signal,
      run: ([program = '', ...rest], overrides = {}) =>
        this.#forkWith(overrides).#runProgram(program, rest, { ...context, ...overrides }, environment),
      runScript: (script, { positionals = [], ...overrides } = {}) => {
        const shell = this.#forkWith(overrides)
        shell.state.positionals = positionals
        return shell.runToEnd(script, { ...context, ...overrides })
      },
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
      setVariable: (name, value) => void this.state.variables.set(name, value),
      positionals: this.state.positionals,
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
