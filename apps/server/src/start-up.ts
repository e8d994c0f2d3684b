import { type Config, ConfigError, readConfig, readStorageConfig } from './config.ts'
import { makePrivate, PRIVATE_UMASK } from './platform/private-files.ts'

/** Once is a request to stop in order; a second time is a person who does not want to wait. */
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

const notPrivate = (dataDir: string): string =>
  `Others can read files in ${dataDir}: they belong to another user. Give the folder to the user that runs Yunji (chown -R).`

/** Starts a process from its environment; one that cannot start says why in a sentence. */
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
    process.stderr.write(`Yunji cannot start: ${explain(error, port)}\n`)
    process.exit(1)
  }
}

/** Where a command finds what is stored; a wrong setting ends it with a sentence. */
export const storageFromEnvironment = () => {
  try {
    return readStorageConfig(process.env)
  } catch (error) {
    process.stderr.write(`${explain(error, undefined)}\n`)
    process.exit(1)
  }
}

const explain = (error: unknown, port: number | undefined): string => {
  if (error instanceof ConfigError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `port ${port} is in use: stop the other program, or choose another with PORT=8081`
  if (code === 'EACCES') return `port ${port} needs more rights: choose one above 1023 with PORT=8080`
  return error instanceof Error
    ? [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
    : String(error)
}
