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
  notify(tx: Tx | Db, userId: number, what: 'unread' | { readonly taskId: number }): Promise<void>
  /** The same change for many users. */
  notifyMany(tx: Tx | Db, userIds: readonly number[], what: 'unread'): Promise<void>
  /** Returns the function that unsubscribes. */
  subscribe(userId: number, onNews: (news: LiveChange) => void): () => void
}

const GAP: LiveChange = { kind: 'gap' }

/** Payload `7 unread` or `7 task 12`: user, kind, id. */
const textOf = (what: 'unread' | { readonly taskId: number }): string =>
  what === 'unread' ? 'unread' : `task ${what.taskId}`

const changeOf = (kind: string | undefined, taskId: string | undefined): LiveChange | undefined => {
  if (kind === 'unread') return { kind }
  return kind === 'task' && taskId ? { kind, taskId: Number(taskId) } : undefined
}

export const createLive = (listener: Listener): Live => {
  const subscribers = new Map<number, Set<(news: LiveChange) => void>>()

  listener.on(CHANNEL, {
    onNotification: (payload) => {
      const [userId, kind, taskId] = payload.split(' ')
      const those = subscribers.get(Number(userId))
      const news = those && changeOf(kind, taskId)
      if (news) for (const onNews of those) onNews(news)
    },
    onConnected: () => {
      for (const those of subscribers.values()) for (const onNews of those) onNews(GAP)
    },
  })

  return {
    async notify(tx, userId, what) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${userId} ${textOf(what)}`})`)
    },

    async notifyMany(tx, userIds, what) {
      const each = sql`unnest(${sql.param([...userIds])}::bigint[]) as told (user_id)`
      await tx.execute(sql`select pg_notify(${CHANNEL}, user_id || ${` ${textOf(what)}`}) from ${each}`)
    },

    subscribe(userId, onNews) {
      const those = subscribers.get(userId) ?? new Set()
      subscribers.set(userId, those.add(onNews))
      return () => {
        those.delete(onNews)
        if (those.size === 0) subscribers.delete(userId)
      }
    },
  }
}
