import { later, MINUTE_MS } from '../../platform/clock.ts'
import { forEachBatch, forEachRow, readBatches } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import { isNotReached } from '../../platform/not-reached.ts'
import { NotSubscribed, SubscriptionBusy } from '../../platform/subscription-messages.ts'
import type { MessageDeps } from './deps.ts'
import {
  claimSends,
  type DueSend,
  listDueSends,
  markLost,
  type Outcome,
  type Send,
  type SendState,
  updateSend,
} from './send-store.ts'
import { forgetSubscriptions } from './settings-store.ts'

/** Sends waiting messages by SMS and WeChat; the job has no data. */
export const SEND_JOB = { name: 'messages.send' } as const

const AT_ONCE = 20
const WAKE_UPS_AT_ONCE = 1000
const MOST_TRIES = 5
/** After this time the sender counts as crashed; its progress is unknown. */
const SENDING_AT_MOST_MS = 10 * MINUTE_MS

type SendDeps = Pick<MessageDeps, 'database' | 'clock' | 'log' | 'sms' | 'subscriptions'>

export const sendJob = (deps: SendDeps): Job<object> => ({
  ...SEND_JOB,
  heartbeatSeconds: 60,
  retryLimit: 2,
  wakeUps: WAKE_UPS_AT_ONCE,
  // For retries, and for sends whose wake-up was lost.
  schedule: '* * * * *',
  run: () => sendAll(deps),
})

/** Sends due messages in batches. Those taken by another process, and those that fail, are skipped. */
export const sendAll = async (deps: SendDeps): Promise<void> => {
  const now = deps.clock.now()
  const fields = ({ message_id: messageId, way }: DueSend) => ({ messageId, way })
  const work = { job: SEND_JOB.name, log: deps.log, fields }
  const listOf = (state: SendState, by: Date) =>
    readBatches<DueSend>(AT_ONCE, (after, limit) => listDueSends(deps.database.db, state, by, limit, after))
  for await (const page of listOf('sending', later(now, -SENDING_AT_MOST_MS)))
    await forEachBatch(work, page, (some) => markLost(deps.database.db, some))
  for await (const page of listOf('waiting', now)) {
    const taken: Send[] = []
    await forEachBatch(work, page, async (some) =>
      taken.push(...(await claimSends(deps.database.db, some, deps.subscriptions.appId, deps.clock.now()))),
    )
    await Promise.all(taken.map((send) => forEachRow(work, [send], () => sendOne(deps, send))))
  }
}

const sendOne = async (deps: SendDeps, send: Send): Promise<void> => {
  const { message_id: messageId, way } = send
  try {
    await sendToProvider(deps, send)
    await recordOutcome(deps, send, 'sent')
  } catch (error) {
    const outcome = outcomeOf(error, send.tries)
    deps.log.warn({ err: error, messageId, way, outcome }, 'message send failed')
    if (error instanceof NotSubscribed)
      await forgetSubscriptions(deps.database.db, Number(send.user_id), send.message_type)
    await recordOutcome(deps, send, outcome)
  }
}

/** No recipient: no WeChat account is bound, or no phone. */
class NoAddress extends Error {}

const sendToProvider = ({ sms, subscriptions }: SendDeps, send: Send): Promise<void> => {
  const { way, openid, mobile_phone: mobilePhone, title, summary, link } = send
  if (way === 'sms') {
    if (!mobilePhone) throw new NoAddress('no phone')
    return sms.notify({ mobilePhone, text: summary })
  }
  if (!openid) throw new NoAddress('no account of the mini-program')
  const at = new Date(send.created_ms)
  return subscriptions.send({ openid, messageType: send.message_type, title, summary, link, at })
}

/** Retried only if nothing was sent for certain; otherwise a retry could send it twice. */
const outcomeOf = (error: unknown, tries: number): Outcome => {
  if (error instanceof SubscriptionBusy || isNotReached(error)) return tries < MOST_TRIES ? 'waiting' : 'refused'
  return isLost(error) ? 'unknown' : 'refused'
}

const isLost = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.message === 'fetch failed')

const recordOutcome = async ({ database: { db }, clock }: SendDeps, send: Send, state: Outcome): Promise<void> => {
  const waitMs = state === 'waiting' ? MINUTE_MS * 2 ** (send.tries - 1) : 0
  await updateSend(db, send, state, later(clock.now(), waitMs))
}
