import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

const CHECK_EVERY_MS = 1000

interface WatchdogOptions {
  readonly pool: Pool
  readonly log: Logger
  /** Longer than the server's limits of statements and idle transactions: by then it would have answered. */
  readonly limitMs: number
}

/**
 * Destroys connections in use that are silent. On a broken link a request would wait until TCP gives up, a quarter of
 * an hour; destroyed, everything that waits for it fails at once.
 */
export const destroySilentConnections = ({ pool, log, limitMs }: WatchdogOptions): void => {
  const known = new Set<PoolClient>()
  const inUse = new Map<PoolClient, { readBytes: number; silentMs: number }>()
  let timer: NodeJS.Timeout | undefined

  // After a loss idle connections are suspect too: new ones are cheap, a request on a broken one is not.
  const destroy = (client: PoolClient): void => {
    log.warn('database connection silent, destroyed')
    const lost = Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })
    for (const other of known) if (other === client || !inUse.has(other)) socketOf(other).destroy(lost)
  }

  // Counted in checks, not by a clock: a computer that slept has not waited for an answer meanwhile.
  const checkConnections = (): void => {
    for (const [client, state] of inUse) {
      const { bytesRead } = socketOf(client)
      state.silentMs = bytesRead === state.readBytes ? state.silentMs + CHECK_EVERY_MS : 0
      state.readBytes = bytesRead
      if (state.silentMs >= limitMs) destroy(client)
    }
    if (inUse.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  pool.on('connect', (client) => void known.add(client))
  pool.on('remove', (client) => void known.delete(client))
  pool.on('acquire', (client) => {
    inUse.set(client, { readBytes: socketOf(client).bytesRead, silentMs: 0 })
    timer ??= setInterval(checkConnections, CHECK_EVERY_MS).unref()
  })
  pool.on('release', (_error, client) => void inUse.delete(client))
}

/** `pg` types it as a stream, because it also runs without Node. */
const socketOf = (client: PoolClient): Socket =>
  (client as PoolClient & { connection: { stream: Socket } }).connection.stream
