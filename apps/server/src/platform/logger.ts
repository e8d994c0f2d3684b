import { type Logger, pino } from 'pino'

/** Names whose values never reach a log line, wherever an object carries them. */
const SECRETS = ['token', 'password', 'passwordHash', 'newPassword', 'oldPassword', 'mobilePhone', 'connectionString']

export interface LogTarget {
  readonly log: Logger
  /** Writes out what is still buffered. */
  flush(): void
}

/** Lines go to standard output, or to a file when the terminal belongs to a person. */
export const createLogger = (level: string, file?: string): LogTarget => {
  const destination = pino.destination({ dest: file ?? 1, sync: false, mkdir: true })
  const log = pino(
    { level, base: null, redact: { paths: SECRETS.flatMap((name) => [`*.${name}`, `err.${name}`]), censor: '[…]' } },
    destination,
  )
  return { log, flush: () => destination.flushSync() }
}
