import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Gauge } from '@prometheus-io/client'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { Listener } from '../listener.ts'
import type { CallMetrics } from '../metrics.ts'
import type { Caller } from '../sessions/caller.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { createConnection, type LiveConnection, type LiveReader, type LiveSink } from './connection.ts'
import type { Live } from './live.ts'

interface LiveRouteDeps {
  readonly live: Live
  readonly listener: Listener
  readonly sessions: Sessions
  readonly log: Logger
  readonly metrics: CallMetrics
  readonly reader: LiveReader
}

interface Open {
  readonly connection: LiveConnection
  readonly token: string
  readonly caller: Caller
}

/** Further tabs poll instead. */
const PER_USER = 4
const PER_PROCESS = 20_000
const HEARTBEAT_MS = 15_000
/** An expiring session sends no notification. */
const CHECK_MS = 60_000

/** Event stream of changes for a logged-in user, until the session ends. */
export const addLiveRoute = (app: FastifyInstance, deps: LiveRouteDeps) => {
  const { live, listener, sessions, log, metrics, reader } = deps
  const open = new Set<Open>()
  const byUser = createIndex(({ caller }: Open) => caller.userId)
  const bySession = createIndex(({ caller }: Open) => caller.sessionId)
  let isClosing = false
  const registers = [metrics.registry]
  const connections = new Gauge({ name: 'yunji_live_connections', help: 'Clients subscribed to changes', registers })

  const end = (some: Iterable<Open>): void => {
    for (const { connection } of some) connection.close()
  }

  const check = async (some: Iterable<Open>): Promise<void> => {
    await Promise.all(
      [...some].map(async (each) => {
        const caller = await sessions.find(each.token)
        if (!caller || caller.isFrozen) each.connection.close()
      }),
    )
  }
  const checkAll = (): void =>
    void check(open).catch((error: unknown) => log.warn({ err: error }, 'session check of live connections failed'))

  listener.on('session_ended', {
    onNotification: (payload) => end(bySession.of(Number(payload))),
    onConnected: checkAll,
  })
  listener.on('user_frozen', {
    onNotification: (payload) => end(byUser.of(Number(payload))),
    onConnected: checkAll,
  })
  const timers = [
    setInterval(() => {
      for (const { connection } of open) connection.sendHeartbeat()
    }, HEARTBEAT_MS).unref(),
    setInterval(checkAll, CHECK_MS).unref(),
  ]

  const assertRoom = ({ userId }: Caller): void => {
    if (isClosing) throw new AppError('UNAVAILABLE')
    if (byUser.of(userId).size >= PER_USER || open.size >= PER_PROCESS) throw new AppError('RATE_LIMITED')
  }

  // A HEAD request would never be answered.
  app.get(sideRoutes.live.path, { exposeHeadRoute: false }, async (request, reply) => {
    const token = request.headers[header.token]
    const caller = typeof token === 'string' && token !== '' ? await sessions.find(token) : null
    if (!caller || typeof token !== 'string') throw new AppError('LOGIN_TOKEN_INVALID')
    if (caller.isFrozen) throw new AppError('ACCOUNT_FROZEN')
    assertRoom(caller)
    request.caller = caller

    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Turns off the buffering of proxies.
      'x-accel-buffering': 'no',
    })
    request.raw.socket.setNoDelay(true)
    const connection = createConnection({ userId: caller.userId, sink: sinkOf(reply.raw), reader, log })
    const one = { connection, token, caller }
    for (const each of [open, byUser, bySession]) each.add(one)
    connections.set(open.size)
    const unsubscribe = live.subscribe(caller.userId, connection.onChange)
    reply.raw.on('close', () => {
      connection.forget()
      unsubscribe()
      for (const each of [open, byUser, bySession]) each.delete(one)
      connections.set(open.size)
    })
    connection.sendReady()
    // The session may have ended during the look-up, before this connection was registered for notifications.
    await check([one]).catch(() => connection.close())
  })

  return {
    /** Clients reconnect to another process. */
    async close(): Promise<void> {
      isClosing = true
      timers.forEach(clearInterval)
      end(open)
    },
  }
}

const NOTHING: ReadonlySet<never> = new Set()

/** Index of items by key. */
const createIndex = <Item>(keyOf: (item: Item) => number) => {
  const sets = new Map<number, Set<Item>>()
  return {
    of: (key: number): ReadonlySet<Item> => sets.get(key) ?? NOTHING,
    add(item: Item): void {
      const key = keyOf(item)
      sets.set(key, (sets.get(key) ?? new Set()).add(item))
    },
    delete(item: Item): void {
      const key = keyOf(item)
      sets.get(key)?.delete(item)
      if (sets.get(key)?.size === 0) sets.delete(key)
    },
  }
}

const sinkOf = (raw: ServerResponse): LiveSink => ({
  write: (text) => raw.write(text),
  onDrain: (listener) => void raw.on('drain', listener),
  end: () => void raw.end(),
  destroy: () => void raw.destroy(),
})
