import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'

const RECONNECT_MS = 500
/** A listener is idle most of the time: only a query shows that its connection still works. */
const CHECK_EVERY_MS = 2000
const ANSWER_TIMEOUT_MS = 3000
const CHANNEL_PATTERN = /^[a-z_]+$/

interface ChannelHandler {
  readonly onNotification: (payload: string) => void
  /** Called on every (re)connection: notifications sent before are lost. */
  readonly onConnected: () => void
}

/** NOTIFY messages of other processes. One connection for all channels of a process. */
export interface Listener {
  on(channel: string, handler: ChannelHandler): void
  close(): void
}

export const createListener = (url: string, log: Logger): Listener => {
  const handlers = new Map<string, ChannelHandler[]>()
  const closed = Promise.withResolvers<void>()
  let isClosed = false
  let connected: Client | undefined
  let lastQuery: Promise<unknown> = Promise.resolve()

  /** Sequential: a connection runs one query at a time. */
  const sendQuery = (client: Client, text: string): Promise<unknown> => {
    const result = lastQuery.catch(() => undefined).then(() => client.query(text))
    lastQuery = result
    return result
  }

  const listenTo = async (client: Client, channel: string): Promise<void> => {
    await sendQuery(client, `listen ${channel}`)
    for (const { onConnected } of isClosed ? [] : (handlers.get(channel) ?? [])) onConnected()
  }

  const listen = async (): Promise<void> => {
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      application_name: 'yunji-listener',
    })
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotification } of isClosed ? [] : (handlers.get(channel) ?? [])) onNotification(payload)
    })
    const keepListening = async (): Promise<void> => {
      await client.connect()
      connected = client
      for (const channel of handlers.keys()) await listenTo(client, channel)
      for (;;) {
        await delay(CHECK_EVERY_MS, undefined, { ref: false })
        await sendQuery(client, 'select 1')
      }
    }
    try {
      // A connection closed while connecting never settles its promise.
      await Promise.race([keepListening(), lost, closed.promise])
    } finally {
      connected = undefined
      void client.end().catch(() => undefined)
    }
  }

  const run = async (): Promise<void> => {
    await listen().catch((error: unknown) => log.debug({ err: error }, 'database listen failed'))
    if (isClosed) return
    await delay(RECONNECT_MS, undefined, { ref: false })
    void run()
  }
  void run()

  return {
    on(channel, handler) {
      if (!CHANNEL_PATTERN.test(channel)) throw new Error(`not a channel: ${channel}`)
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
      // On failure the connection is lost, and the next one listens to all channels.
      if (connected) void listenTo(connected, channel).catch(() => undefined)
    },
    close() {
      isClosed = true
      closed.resolve()
    },
  }
}
