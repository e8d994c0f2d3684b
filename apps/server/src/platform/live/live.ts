import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database.ts'
import type { Listener } from '../listener.ts'

const CHANNEL = 'live'

/** Change for a user, without its content: subscribers read the current state. */
export type LiveChange =
  | { readonly kind: 'task'; readonly taskId: number }
  | { readonly kind: 'unread' }
  /** Notifications may have been missed: everything may have changed. */
  | { readonly kind: 'gap' }

/** Notifies the connected clients of a user, in any process, of changes. */
export interface Live {
  /** Delivered on commit. Equal notifications of one transaction are delivered once. */
  notify(tx: Tx | Db, userId: number, change: 'unread' | { readonly taskId: number }): Promise<void>
  /** The same change for many users. */
  notifyMany(tx: Tx | Db, userIds: readonly number[], change: 'unread'): Promise<void>
  /** Returns the function that unsubscribes. */
  subscribe(userId: number, onChange: (change: LiveChange) => void): () => void
}

const GAP: LiveChange = { kind: 'gap' }

/** Payload `7 unread` or `7 task 12`: user, kind, id. */
const textOf = (change: 'unread' | { readonly taskId: number }): string =>
  change === 'unread' ? 'unread' : `task ${change.taskId}`

const changeOf = (kind: string | undefined, taskId: string | undefined): LiveChange | undefined => {
  if (kind === 'unread') return { kind }
  return kind === 'task' && taskId ? { kind, taskId: Number(taskId) } : undefined
}

export const createLive = (listener: Listener): Live => {
  const subscribers = new Map<number, Set<(change: LiveChange) => void>>()

  listener.on(CHANNEL, {
    onNotification: (payload) => {
      const [userId, kind, taskId] = payload.split(' ')
      const callbacks = subscribers.get(Number(userId))
      const change = callbacks && changeOf(kind, taskId)
      if (change) for (const onChange of callbacks) onChange(change)
    },
    onConnected: () => {
      for (const callbacks of subscribers.values()) for (const onChange of callbacks) onChange(GAP)
    },
  })

  return {
    async notify(tx, userId, change) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${userId} ${textOf(change)}`})`)
    },

    async notifyMany(tx, userIds, change) {
      const each = sql`unnest(${sql.param([...userIds])}::bigint[]) as notified (user_id)`
      await tx.execute(sql`select pg_notify(${CHANNEL}, user_id || ${` ${textOf(change)}`}) from ${each}`)
    },

    subscribe(userId, onChange) {
      const callbacks = subscribers.get(userId) ?? new Set()
      subscribers.set(userId, callbacks.add(onChange))
      return () => {
        callbacks.delete(onChange)
        if (callbacks.size === 0) subscribers.delete(userId)
      }
    },
  }
}
