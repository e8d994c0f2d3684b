import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { counters, NOTHING_UNREAD, type UnreadRow } from '../../platform/unread/counters.ts'
import { type Counter, messageCounts } from '../../tables/messages.ts'

type CountColumns = Pick<typeof messageCounts, Counter>
const counts = Object.fromEntries(counters.map((name) => [name, messageCounts[name]])) as CountColumns

export const readCounts = async (tx: Tx | Db, userId: number): Promise<UnreadRow> => {
  const [row] = await tx.select(counts).from(messageCounts).where(eq(messageCounts.userId, userId))
  return row ?? NOTHING_UNREAD
}

/**
 * Holds a user's messages until the transaction ends; several users are held in the order of their numbers. Everything
 * that changes messages does this first, so nobody counts what another is changing, and nobody waits in a circle.
 */
export const lockMessages = async (tx: Tx, userIds: readonly number[]): Promise<void> => {
  const those = sql.param([...new Set(userIds)])
  await tx.execute(
    sql`select 1 from message_counts where user_id = any(${those}::bigint[]) order by user_id for update`,
  )
}

/** Of the rows that a query called `changed` gives, with `user_id` and `counter`: how many each user has of each. */
export const changes: SQL = sql.raw(
  `select user_id, ${counters.map((name) => `count(*) filter (where counter = '${name}')::int as ${name}`).join(', ')}
   from changed group by user_id`,
)

/** Adds what a query called `changes` gives to the counts, or takes it away. */
export const applyChanges = (sign: '+' | '-'): SQL =>
  sql.raw(
    `update message_counts c set ${counters.map((name) => `${name} = c.${name} ${sign} changes.${name}`).join(', ')}
     from changes where c.user_id = changes.user_id`,
  )

/** Of a message `m` and the counts `c` of its user. */
export const isUnread: SQL = sql.raw('(m.read_at is null and m.id > c.read_to[m.message_type])')
