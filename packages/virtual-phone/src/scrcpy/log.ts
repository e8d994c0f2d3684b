/** In the order of scrcpy's own levels. */
const LEVELS = ['verbose', 'debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface LogOutput {
  print(line: string): void
  printError(line: string): void
}

/** scrcpy's log: warnings and errors on stderr, the rest on stdout; `debug` is the server's default level. */
export class ServerLog {
  readonly #output: LogOutput
  #threshold: LogLevel = 'debug'

  constructor(output: LogOutput) {
    this.#output = output
  }

  /** `log_level=…`; an unknown level throws, as Java's `valueOf` does. */
  setLevel(name: string): void {
    const level = LEVELS.find((known) => known === name.toLowerCase())
    if (level === undefined)
      throw new Error(`No enum constant com.genymobile.scrcpy.util.Ln.Level.${name.toUpperCase()}`)
    this.#threshold = level
  }

  debug(message: string): void {
    this.#write('debug', message)
  }

  info(message: string): void {
    this.#write('info', message)
  }

  warn(message: string): void {
    this.#write('warn', message)
  }

  /** `thrown` is the exception's Java class and message, printed behind the line as the head of a stack trace. */
  error(message: string, thrown?: string): void {
    this.#write('error', thrown === undefined ? message : `${message}\n${thrown}`)
  }

  #write(level: LogLevel, message: string): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.#threshold)) return
    const line = `[server] ${level.toUpperCase()}: ${message}`
    if (level === 'warn' || level === 'error') this.#output.printError(line)
    else this.#output.print(line)
  }
}
