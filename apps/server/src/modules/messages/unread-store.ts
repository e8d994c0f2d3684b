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
 * Locks the messages of users until the transaction ends, in order of user id. Everything that changes messages takes
 * this lock first, so that counts stay exact and no two transactions deadlock.
 */
export const lockMessages = async (tx: Tx, userIds: readonly number[]): Promise<void> => {
  const those = sql.param([...new Set(userIds)])
  await tx.execute(
    sql`select 1 from message_counts where user_id = any(${those}::bigint[]) order by user_id for update`,
  )
}

/** Counts per user and counter of the rows of a query called `changed`, with `user_id` and `counter`. */
export const changes: SQL = sql.raw(
  `select user_id, ${counters.map((name) => `count(*) filter (where counter = '${name}')::int as ${name}`).join(', ')}
   from changed group by user_id`,
)

/** Adds the result of a query called `changes` to the counts, or subtracts it. */
export const applyChanges = (sign: '+' | '-'): SQL =>
  sql.raw(
    `update message_counts c set ${counters.map((name) => `${name} = c.${name} ${sign} changes.${name}`).join(', ')}
     from changes where c.user_id = changes.user_id`,
  )

/** For a message `m` and the counts `c` of its user. */
export const isUnread: SQL = sql.raw('(m.read_at is null and m.id > c.read_to[m.message_type])')
