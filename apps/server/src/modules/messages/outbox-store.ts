import type { MessageEvent } from '@yunji/contract/messages/rules'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'

/** Per transaction. Bounded per user, so that a burst for one user delays the others little. */
const CHUNK = { users: 50, eventsOfOne: 250, events: 250 } as const

export interface Waiting extends Record<string, unknown> {
  readonly id: string
  readonly user_id: string
  readonly event: MessageEvent
  readonly facts: unknown
}

/** Walks from user to user along the index and locks some waiting events of each; rows locked elsewhere are skipped. */
export const lockChunk = async (tx: Tx, afterUserId: number, failedIds: ReadonlySet<string>): Promise<Waiting[]> => {
  const isWaiting = sql`delivered_at is null and not (id = any(${sql.param([...failedIds])}::bigint[]))`
  const { rows } = await tx.execute<Waiting>(sql`
    with recursive people as (
      (select user_id, 1 as position from outbox
       where ${isWaiting} and user_id > ${afterUserId} order by user_id limit 1)
      union all
      select next.user_id, people.position + 1
      from people cross join lateral (
        select user_id from outbox where ${isWaiting} and user_id > people.user_id order by user_id limit 1
      ) next
      where people.position < ${CHUNK.users}
    )
    select waiting.id, waiting.user_id, waiting.event, waiting.facts
    from people cross join lateral (
      select * from outbox where ${isWaiting} and user_id = people.user_id
      order by id limit ${CHUNK.eventsOfOne} for update skip locked
    ) waiting
    limit ${CHUNK.events}`)
  return rows
}

/** Events still waiting; rows locked by another process are skipped. */
export const lockWaiting = async (tx: Tx, waiting: readonly Waiting[]): Promise<Waiting[]> => {
  const ids = sql.param(waiting.map(({ id }) => id))
  const { rows } = await tx.execute<Waiting>(sql`
    select id, user_id, event, facts from outbox where id = any(${ids}::bigint[]) and delivered_at is null
    order by id for update skip locked`)
  return rows
}

export const markDelivered = async (
  tx: Tx,
  waiting: readonly Waiting[],
  failures: readonly (string | null)[],
  now: Date,
) => {
  await tx.execute(sql`
    update outbox o set delivered_at = ${now}, facts = case when d.failure is null then '{}' else o.facts end,
      failure = d.failure
    from unnest(${sql.param(waiting.map(({ id }) => id))}::bigint[], ${sql.param([...failures])}::text[])
      as d (id, failure)
    where o.id = d.id`)
}
