import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'

/** The channel that the rows themselves announce a lost right on (migration 4). */
const CHANNEL = 'access_changed'
const RECONNECT_MS = 500
/** Many changes at once are one look. */
const GATHER_MS = 30
/** A listener hears nothing most of the time: only an answer shows that it still could. */
const CHECK_EVERY_MS = 2000
const ANSWER_TIMEOUT_MS = 3000

/**
 * Calls back whenever somebody may have lost a right. After a break of its own connection it calls back too: what was
 * announced meanwhile is lost.
 */
export const watchAccess = (url: string, log: Logger, onChange: () => void) => {
  let isClosed = false
  const closed = Promise.withResolvers<void>()
  let gathering: NodeJS.Timeout | undefined

  const changed = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      if (!isClosed) onChange()
    }, GATHER_MS).unref()
  }

  const listen = async (): Promise<void> => {
    const listener = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      application_name: 'yunji-gateway',
    })
    const lost = new Promise<void>((resolve) => {
      listener.on('error', () => resolve())
      listener.on('end', () => resolve())
    })
    listener.on('notification', changed)
    try {
      // A connection that is given up while it is being made answers nobody.
      await Promise.race([listener.connect().then(() => listener.query(`listen ${CHANNEL}`)), closed.promise])
      changed()
      await Promise.race([lost, closed.promise, untilSilent(listener)])
    } finally {
      void listener.end().catch(() => undefined)
    }
  }

  const untilSilent = async (listener: Client): Promise<void> => {
    for (;;) {
      await delay(CHECK_EVERY_MS, undefined, { ref: false })
      await listener.query('select 1')
    }
  }

  const run = async (): Promise<void> => {
    await listen().catch((error: unknown) => log.debug({ err: error }, 'cannot listen for lost rights'))
    if (isClosed) return
    await delay(RECONNECT_MS, undefined, { ref: false })
    void run()
  }
  void run()

  return {
    close(): void {
      isClosed = true
      clearTimeout(gathering)
      closed.resolve()
    },
  }
}
