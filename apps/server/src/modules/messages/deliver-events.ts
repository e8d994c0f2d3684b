import type { MessageEvent } from '@yunji/contract/messages/rules'
import { sql } from 'drizzle-orm'
import { isConnectionLost, type Tx } from '../../platform/database.ts'
import { forEachBatch, forEachRow } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import { DELIVER_JOB } from '../../platform/outbox/outbox.ts'
import { deliverDrafts } from './bring.ts'
import type { MessageDeps } from './deps.ts'
import type { Draft } from './insert-store.ts'
import { messageOf } from './templates.ts'
import { runThrottled } from './throttled-loop.ts'

/** Of one transaction. A storm for one person takes turns with everybody else, and nobody waits long for either. */
const CHUNK = { users: 50, eventsOfOne: 250, events: 250 } as const
/** Wake-ups that came together are answered together. */
const WAKE_UPS_AT_ONCE = 1000
const LONGEST_FAILURE = 500

export const deliverJob = (deps: MessageDeps): Job<object> => ({
  ...DELIVER_JOB,
  heartbeatSeconds: 20,
  retryLimit: 5,
  wakeUps: WAKE_UPS_AT_ONCE,
  // Whatever no wake-up was left for: one that failed too often, or an event whose writer died before waking anybody.
  schedule: '* * * * *',
  run: (_data, signal) => deliverAll(deps, signal),
})

/** Goes round the people who have something waiting, until a whole round finds nobody. */
const deliverAll = async (deps: MessageDeps, signal?: AbortSignal): Promise<void> => {
  let afterUserId = 0
  let foundInRound = 0
  const stuck = new Set<string>()
  await runThrottled(async () => {
    const lastUserId = await deliverChunk(deps, afterUserId, stuck)
    if (lastUserId === undefined && foundInRound === 0) return false
    foundInRound = lastUserId === undefined ? 0 : foundInRound + 1
    afterUserId = lastUserId ?? 0
    return true
  }, signal)
}

interface Waiting extends Record<string, unknown> {
  readonly id: string
  readonly user_id: string
  readonly event: MessageEvent
  readonly facts: unknown
}

/** Walks from person to person along the index, and takes some of what waits for each. Another process takes the rest. */
const lockChunk = async (tx: Tx, afterUserId: number, stuck: ReadonlySet<string>): Promise<Waiting[]> => {
  const isWaiting = sql`delivered_at is null and not (id = any(${sql.param([...stuck])}::bigint[]))`
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

/** The last person of the chunk; nobody when nothing waits behind. `stuck` are events that this run leaves alone. */
const deliverChunk = async (
  deps: MessageDeps,
  afterUserId: number,
  stuck: Set<string>,
): Promise<number | undefined> => {
  const { db } = deps.database
  const take = (tx: Tx) => lockChunk(tx, afterUserId, stuck)
  try {
    return await db.transaction(async (tx) => deliver(deps, tx, await take(tx)))
  } catch (error) {
    if (isConnectionLost(error)) throw error
    deps.log.warn({ err: error, job: DELIVER_JOB.name }, 'events are delivered in smaller batches')
  }
  const waiting = await db.transaction(take)
  const work = { job: DELIVER_JOB.name, log: deps.log, fields: ({ id, event }: Waiting) => ({ outboxId: id, event }) }
  const failed = await forEachBatch(work, waiting, (some) =>
    db.transaction(async (tx) => deliver(deps, tx, await lockWaiting(tx, some))),
  )
  // Stands in nobody's way from now on: not in this run, and in the next only where it could not be given up.
  for (const { id } of failed) stuck.add(id)
  await forEachRow(work, failed, (event) =>
    db.transaction((tx) => markDelivered(tx, [event], ['not delivered'], deps.clock.now())),
  )
  return lastUserOf(waiting)
}

/** Those that still wait; what another process works on is its own. */
const lockWaiting = async (tx: Tx, waiting: readonly Waiting[]): Promise<Waiting[]> => {
  const ids = sql.param(waiting.map(({ id }) => id))
  const { rows } = await tx.execute<Waiting>(sql`
    select id, user_id, event, facts from outbox where id = any(${ids}::bigint[]) and delivered_at is null
    order by id for update skip locked`)
  return rows
}

const lastUserOf = (waiting: readonly Waiting[]): number | undefined =>
  waiting.length === 0 ? undefined : Math.max(...waiting.map(({ user_id }) => Number(user_id)))

const deliver = async (deps: MessageDeps, tx: Tx, waiting: readonly Waiting[]): Promise<number | undefined> => {
  if (waiting.length === 0) return undefined
  const drafts: Draft[] = []
  const failures: (string | null)[] = []
  for (const { id, user_id, event, facts } of waiting) {
    try {
      drafts.push({ userId: Number(user_id), outboxId: Number(id), event, ...messageOf(event, facts) })
      failures.push(null)
    } catch (error) {
      // One event that no words can be found for must not keep all others waiting.
      deps.log.error({ err: error, outboxId: id, event }, 'no message could be made of an event')
      failures.push(String(error).slice(0, LONGEST_FAILURE))
    }
  }
  await deliverDrafts(deps, tx, drafts)
  await markDelivered(tx, waiting, failures, deps.clock.now())
  return lastUserOf(waiting)
}

const markDelivered = async (tx: Tx, waiting: readonly Waiting[], failures: readonly (string | null)[], now: Date) => {
  await tx.execute(sql`
    update outbox o set delivered_at = ${now}, facts = case when d.failure is null then '{}' else o.facts end,
      failure = d.failure
    from unnest(${sql.param(waiting.map(({ id }) => id))}::bigint[], ${sql.param([...failures])}::text[])
      as d (id, failure)
    where o.id = d.id`)
}
