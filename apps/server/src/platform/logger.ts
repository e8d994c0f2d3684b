import { DatabaseError } from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import { PRIVATE_FILE } from './private-files.ts'

/** Property names redacted in log lines, at the top level and one below. */
const SECRETS = ['token', 'password', 'passwordHash', 'newPassword', 'oldPassword', 'mobilePhone', 'connectionString']

export interface LogTarget {
  readonly log: Logger
  /** Writes buffered lines. */
  flush(): void
}

/** A write per line would cost a busy server a tenth of its time; only `kill -9` loses what is buffered. */
const BUFFERED = { sync: false, minLength: 4096, periodicFlush: 100 }

/** Logs to standard output, or to a file when the terminal is interactive. */
export const openLog = (level: string, file?: string): LogTarget => {
  const destination = pino.destination({ dest: file ?? 1, mkdir: true, mode: PRIVATE_FILE, ...BUFFERED })
  return { log: createLogger(level, destination), flush: () => destination.flushSync() }
}

export const createLogger = (level: string, destination: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[…]' },
      serializers: { err: describeError },
    },
    destination,
  )

interface ErrorLine {
  readonly type: string
  readonly message: string
  readonly code?: unknown
  readonly stack?: string
  readonly cause?: ErrorLine
}

/**
 * Error for the log. A failed query carries its parameters in its message, and PostgreSQL quotes values in its own:
 * phone numbers, names, hashes. Only the statement, the code and the stack frames are kept.
 */
const describeError = (error: unknown): ErrorLine => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  return {
    type: error.name,
    message: messageOf(error),
    ...('code' in error && { code: error.code }),
    ...(frames && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

const messageOf = (error: Error): string => {
  if ('query' in error && typeof error.query === 'string') return `failed query: ${error.query}`
  return error instanceof DatabaseError ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message
}
