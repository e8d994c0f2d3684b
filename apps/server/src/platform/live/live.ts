import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database.ts'
import type { Listener } from '../listener.ts'

const CHANNEL = 'live'

/** What has changed for a user. Small on purpose: who listens reads the whole of it. */
export type LiveNews =
  | { readonly kind: 'task'; readonly taskId: number }
  | { readonly kind: 'unread' }
  /** Nothing was heard for a while: everything may have changed. */
  | { readonly kind: 'gap' }

/** Tells whoever of a user is connected, at whichever process, what has changed. */
export interface Live {
  /** Heard exactly when the transaction stands. Told twice in one transaction is told once. */
  tell(tx: Tx | Db, userId: number, what: 'unread' | { readonly taskId: number }): Promise<void>
  /** The same news for many users. */
  tellMany(tx: Tx | Db, userIds: readonly number[], what: 'unread'): Promise<void>
  /** Until the answer is called. */
  follow(userId: number, onNews: (news: LiveNews) => void): () => void
}

const GAP: LiveNews = { kind: 'gap' }

/** `7 unread` or `7 task 12`: the user, what it is, and which. */
const textOf = (what: 'unread' | { readonly taskId: number }): string =>
  what === 'unread' ? 'unread' : `task ${what.taskId}`

const newsOf = (kind: string | undefined, taskId: string | undefined): LiveNews | undefined => {
  if (kind === 'unread') return { kind }
  return kind === 'task' && taskId ? { kind, taskId: Number(taskId) } : undefined
}

export const createLive = (listener: Listener): Live => {
  const followers = new Map<number, Set<(news: LiveNews) => void>>()

  listener.on(CHANNEL, {
    hear: (payload) => {
      const [userId, kind, taskId] = payload.split(' ')
      const those = followers.get(Number(userId))
      const news = those && newsOf(kind, taskId)
      if (news) for (const onNews of those) onNews(news)
    },
    onStanding: () => {
      for (const those of followers.values()) for (const onNews of those) onNews(GAP)
    },
  })

  return {
    async tell(tx, userId, what) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${userId} ${textOf(what)}`})`)
    },

    async tellMany(tx, userIds, what) {
      const each = sql`unnest(${sql.param([...userIds])}::bigint[]) as told (user_id)`
      await tx.execute(sql`select pg_notify(${CHANNEL}, user_id || ${` ${textOf(what)}`}) from ${each}`)
    },

    follow(userId, onNews) {
      const those = followers.get(userId) ?? new Set()
      followers.set(userId, those.add(onNews))
      return () => {
        those.delete(onNews)
        if (those.size === 0) followers.delete(userId)
      }
    },
  }
}
