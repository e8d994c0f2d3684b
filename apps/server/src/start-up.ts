import { once } from 'node:events'
import { EmbeddedPostgresError } from '@yunji/embedded-postgres'
import { type Config, ConfigError, readConfig, readStorageConfig } from './config/config.ts'
import { isDatabaseAway } from './platform/database-errors.ts'
import { createDatabaseWait, type DatabaseWait } from './platform/database-wait.ts'
import { makePrivate, PRIVATE_UMASK } from './platform/private-files.ts'

/** The first signal shuts down in order; the second exits at once. */
export const stopOnSignal = (stop: () => Promise<void>): void => {
  let isStopping = false
  const onSignal = (): void => {
    if (isStopping) process.exit(130)
    isStopping = true
    void stop().then(() => process.exit(0))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Resolves when the starter, which runs the builds beside this process, says that they are done; at once without one. */
export const buildsEnded = async (): Promise<void> => {
  if (!process.argv.includes('--await-builds') || !process.connected) return
  const left = once(process, 'disconnect').then(() => {
    throw new Error('the build of the client was ended')
  })
  await Promise.race([once(process, 'message'), left])
  process.disconnect()
}

const notPrivate = (dataDir: string): string =>
  `Others can read files in ${dataDir}: they belong to another user. Give the folder to the user that runs Yunji (chown -R).`

/** Starts a process from its environment; a failed start prints one sentence. */
export const startFromEnvironment = async (
  start: (config: Config) => Promise<void>,
  entry: Parameters<typeof readConfig>[1] = 'server',
): Promise<void> => {
  let port: number | undefined
  try {
    const config = readConfig(process.env, entry)
    port = config.port
    process.umask(PRIVATE_UMASK)
    if (!(await makePrivate(config.dataDir))) process.stderr.write(`${notPrivate(config.dataDir)}\n`)
    await start(config)
  } catch (error) {
    process.stderr.write(`Yunji cannot start: ${explainFailure(error, port)}\n`)
    process.exit(1)
  }
}

/** The start's patience with its database; says so in one line when it is needed. */
export const startDatabaseWait = ({ databaseWaitSeconds: limitSeconds }: Config): DatabaseWait =>
  createDatabaseWait({
    limitSeconds,
    onWait: (reason) => process.stdout.write(`Waiting up to ${limitSeconds} s for the database: ${reason}\n`),
  })

/** Storage settings of a command; a wrong setting ends it with a sentence. */
export const storageFromEnvironment = () => {
  try {
    return readStorageConfig(process.env)
  } catch (error) {
    process.stderr.write(`${explainFailure(error, undefined)}\n`)
    process.exit(1)
  }
}

/** Runs an operator's command. Failures that an operator can fix are printed as a sentence, others with their stack. */
export const runCommand = async (work: () => Promise<boolean>): Promise<void> => {
  try {
    process.exitCode = (await work()) ? 0 : 1
  } catch (error) {
    const sentence = explainRefusal(error) ?? explainDatabase(error)
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 1
  }
}

/** A command does not wait: whoever runs it sees the sentence, and tries again. */
const explainDatabase = (error: unknown): string | undefined =>
  isDatabaseAway(error) ? `the database does not answer: ${messagesOf(error as Error)}` : undefined

/** `53100` is PostgreSQL's code for a full disk. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Refusals of the file system or the embedded database as a sentence; undefined for other errors. */
export const explainRefusal = (error: unknown): string | undefined => {
  if (error instanceof EmbeddedPostgresError) return error.message
  const { code, path = 'a folder' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (code !== undefined && NO_SPACE.has(code)) return 'no space is left on the disk'
  if (code === 'EACCES' || code === 'EPERM') {
    return `${path} is closed to this user: run it as the user that owns the data, give them over (chown -R), or choose another folder`
  }
  if (code === 'EROFS') return `${path} is on a disk that cannot be written`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is not a folder`
  return undefined
}

export const explainFailure = (error: unknown, port: number | undefined): string => {
  if (error instanceof ConfigError) return error.message
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (code === 'EADDRINUSE') return `port ${port} is in use: stop the other program, or choose another with PORT=8081`
  if (code === 'EACCES' && syscall === 'listen') {
    return `port ${port} needs more rights: choose one above 1023 with PORT=8080`
  }
  const refusal = explainRefusal(error)
  if (refusal !== undefined) return refusal
  return error instanceof Error ? messagesOf(error) : String(error)
}

const messagesOf = ({ message, cause }: Error): string =>
  [message, (cause as Error | undefined)?.message].filter(Boolean).join(': ')
