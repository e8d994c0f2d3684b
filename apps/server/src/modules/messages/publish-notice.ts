import { safeReturnPath } from '@yunji/contract/pages'
import type { Tx } from '../../platform/database.ts'
import { forEachBatch } from '../../platform/each-row.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import type { AgreementPayload } from '../../platform/outbox/events.ts'
import { deliverDrafts } from './deliver-drafts.ts'
import type { MessageDeps } from './deps.ts'
import type { Draft } from './insert-store.ts'
import { findOpenNotice, insertNotice, listRecipients, saveProgress } from './notice-store.ts'
import { messageOf } from './templates.ts'
import { runThrottled } from './throttled-loop.ts'

/** Accounts per transaction. */
const USERS_AT_ONCE = 250

const BROADCAST_JOB = { name: 'messages.broadcast' } as const

interface Broadcast {
  readonly noticeId: number
}

interface NewNotice {
  readonly title: string
  readonly content: string
  readonly link?: string | undefined
  readonly linkText?: string | undefined
}

export const publishNotice =
  ({ database: { db }, clock, jobs }: MessageDeps) =>
  async ({ title, content, link, linkText = '' }: NewNotice): Promise<Broadcast> => {
    const path = link ? safeReturnPath(link) : ''
    if (path === undefined) throw new AppError('BAD_INPUT', { text: '链接必须是本站页面' })
    const words = path ? linkText || '查看详情' : ''
    return db.transaction(async (tx) => {
      const notice = await insertNotice(tx, { title, content, link: path, linkText: words, publishedAt: clock.now() })
      await jobs.add<Broadcast>(tx, BROADCAST_JOB, notice)
      return notice
    })
  }

/** Tells every user of a new version of an agreement, as a system message. */
export const announceAgreement =
  ({ clock, jobs }: MessageDeps) =>
  async (tx: Tx, agreement: AgreementPayload): Promise<Broadcast> => {
    const { title, content, link, linkText } = messageOf('agreementWaiting', agreement)
    const values = { event: 'agreementWaiting', title, content, link, linkText, publishedAt: clock.now() } as const
    const notice = await insertNotice(tx, values)
    await jobs.add<Broadcast>(tx, BROADCAST_JOB, notice)
    return notice
  }

/** Delivers a notice to every account that existed when it was published; resumes after an interrupted run. */
export const broadcastJob = (deps: MessageDeps): Job<Broadcast> => ({
  ...BROADCAST_JOB,
  heartbeatSeconds: 20,
  retryLimit: 20,
  run: async ({ noticeId }, signal) => {
    await runThrottled(() => broadcastChunk(deps, noticeId), signal)
  },
})

/**
 * True when there may be more. Progress is written after the messages up to it: a repeated chunk finds its messages and
 * writes none twice.
 */
const broadcastChunk = async (deps: MessageDeps, noticeId: number): Promise<boolean> => {
  const { db } = deps.database
  const notice = await findOpenNotice(db, noticeId)
  if (!notice) return false
  const reached = await listRecipients(db, notice, USERS_AT_ONCE)
  const last = reached.at(-1)
  // The text is stored once, in the notice.
  const words = { title: '', content: '', summary: '', link: '', linkText: '' }
  const drafts = reached.map(({ id }): Draft => ({ ...words, userId: id, noticeId, event: notice.event }))
  const fields = ({ userId }: Draft) => ({ noticeId, userId })
  await forEachBatch({ job: BROADCAST_JOB.name, log: deps.log, fields }, drafts, (some) =>
    db.transaction((tx) => deliverDrafts(deps, tx, some)),
  )
  const progress = last ? { reachedUserId: last.id } : { endedAt: deps.clock.now() }
  await saveProgress(db, noticeId, progress)
  return last !== undefined
}
