import { alertOf } from '@yunji/contract/messages/rules'
import type { Tx } from '../../platform/database.ts'
import { isConnectionLost } from '../../platform/database-errors.ts'
import { forEachBatch, forEachRow } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import { DELIVER_JOB } from '../../platform/outbox/outbox.ts'
import { deliverDrafts } from './deliver-drafts.ts'
import type { MessageDeps } from './deps.ts'
import type { Draft } from './insert-store.ts'
import { mergeReminders } from './merge-reminders.ts'
import { lockChunk, lockWaiting, markDelivered, type Waiting } from './outbox-store.ts'
import { listAlertsOff } from './settings-store.ts'
import { messageOf } from './templates.ts'
import { runThrottled } from './throttled-loop.ts'
import { readOwnWordings } from './wording-store.ts'

/** Concurrent wake-ups are served by one run. */
const WAKE_UPS_AT_ONCE = 1000
const LONGEST_FAILURE = 500

export const deliverJob = (deps: MessageDeps): Job<object> => ({
  ...DELIVER_JOB,
  heartbeatSeconds: 20,
  retryLimit: 5,
  wakeUps: WAKE_UPS_AT_ONCE,
  // For events without a wake-up: it failed too often, or the writer died before adding it.
  schedule: '* * * * *',
  run: (_data, signal) => deliverAll(deps, signal),
})

/** Cycles through users with waiting events until a whole cycle finds none. */
const deliverAll = async (deps: MessageDeps, signal?: AbortSignal): Promise<void> => {
  let afterUserId = 0
  let foundInRound = 0
  const failedIds = new Set<string>()
  await runThrottled(async () => {
    const lastUserId = await deliverChunk(deps, afterUserId, failedIds)
    if (lastUserId === undefined && foundInRound === 0) return false
    foundInRound = lastUserId === undefined ? 0 : foundInRound + 1
    afterUserId = lastUserId ?? 0
    return true
  }, signal)
}

/** Id of the chunk's last user; undefined when no user follows. Events in `stuck` are skipped in this run. */
const deliverChunk = async (
  deps: MessageDeps,
  afterUserId: number,
  failedIds: Set<string>,
): Promise<number | undefined> => {
  const { db } = deps.database
  const take = (tx: Tx) => lockChunk(tx, afterUserId, failedIds)
  try {
    return await db.transaction(async (tx) => deliver(deps, tx, await take(tx)))
  } catch (error) {
    if (isConnectionLost(error)) throw error
    deps.log.warn({ err: error, job: DELIVER_JOB.name }, 'outbox batch failed, retrying in smaller ones')
  }
  const waiting = await db.transaction(take)
  const work = { job: DELIVER_JOB.name, log: deps.log, fields: ({ id, event }: Waiting) => ({ outboxId: id, event }) }
  const failed = await forEachBatch(work, waiting, (some) =>
    db.transaction(async (tx) => deliver(deps, tx, await lockWaiting(tx, some))),
  )
  // Failed events block no others: skipped in this run, and retried in the next only if they cannot be marked here.
  for (const { id } of failed) failedIds.add(id)
  await forEachRow(work, failed, (event) =>
    db.transaction((tx) => markDelivered(tx, [event], ['not delivered'], deps.clock.now())),
  )
  return lastUserOf(waiting)
}

const lastUserOf = (waiting: readonly Waiting[]): number | undefined =>
  waiting.length === 0 ? undefined : Math.max(...waiting.map(({ user_id }) => Number(user_id)))

const deliver = async (deps: MessageDeps, tx: Tx, waiting: readonly Waiting[]): Promise<number | undefined> => {
  if (waiting.length === 0) return undefined
  const drafts: Draft[] = []
  const failures: (string | null)[] = []
  for (const { id, event, facts: payload } of waiting) {
    try {
      messageOf(event, payload)
      failures.push(null)
    } catch (error) {
      // An event without a valid text must not block the others.
      deps.log.error({ err: error, outboxId: id, event }, 'outbox event has no message')
      failures.push(String(error).slice(0, LONGEST_FAILURE))
    }
  }
  const wanted = await leaveOutSwitchedOff(
    tx,
    waiting.filter((_, at) => !failures[at]),
  )
  const wordings = await readOwnWordings(tx)
  for (const { id, user_id, event, facts: payload } of mergeReminders(wanted))
    drafts.push({ userId: Number(user_id), outboxId: Number(id), event, ...messageOf(event, payload, wordings) })
  await deliverDrafts(deps, tx, drafts)
  await markDelivered(tx, waiting, failures, deps.clock.now())
  return lastUserOf(waiting)
}

/** Alerts that their user has switched off become no message. */
const leaveOutSwitchedOff = async (tx: Tx, waiting: readonly Waiting[]): Promise<readonly Waiting[]> => {
  const alerts = waiting.filter(({ event }) => alertOf(event) !== null)
  if (alerts.length === 0) return waiting
  const userIds = [...new Set(alerts.map(({ user_id }) => Number(user_id)))]
  const off = new Set((await listAlertsOff(tx, userIds)).map(({ userId, alert }) => `${userId} ${alert}`))
  return waiting.filter(({ event, user_id }) => !off.has(`${user_id} ${alertOf(event)}`))
}
