import type { getNotices as getNoticesCall } from '@yunji/contract/operator/calls'
import type { Segment } from '@yunji/contract/operator/segment'
import { safeReturnPath } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'
import { DAY_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { forEachBatch, forEachRow, readPages } from '../../platform/each-row.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../platform/keyset.ts'
import type { AgreementPayload } from '../../platform/outbox/events.ts'
import { deliverDrafts } from './deliver-drafts.ts'
import type { MessageDeps } from './deps.ts'
import type { Draft } from './insert-store.ts'
import {
  failGivenUp,
  findNotice,
  findOpenNotice,
  insertNotice,
  listDueNotices,
  listGivenUp,
  listNotices,
  listRecipients,
  cancelNotice as markCancelled,
  resumeNotice as markResumed,
  type NoticeRow,
  saveProgress,
  startNotice,
} from './notice-store.ts'
import { messageOf } from './templates.ts'
import { runThrottled } from './throttled-loop.ts'
import { readOwnWordings } from './wording-store.ts'

/** Accounts per transaction. */
const USERS_AT_ONCE = 250

const LATEST_MS = 365 * DAY_MS

const BROADCAST_JOB = { name: 'messages.broadcast' } as const

interface Broadcast {
  readonly noticeId: number
}

interface NewNotice {
  readonly title: string
  readonly content: string
  readonly link?: string | undefined
  readonly linkText?: string | undefined
  readonly publishAt?: number | undefined
  readonly segment?: Segment | undefined
}

export const publishNotice =
  ({ database: { db }, clock, jobs }: MessageDeps) =>
  async ({ title, content, link, linkText = '', publishAt, segment }: NewNotice): Promise<Broadcast> => {
    const path = link ? safeReturnPath(link) : ''
    if (path === undefined) throw new AppError('BAD_INPUT', { text: '链接必须是本站页面' })
    const words = path ? linkText || '查看详情' : ''
    const now = clock.now()
    if (publishAt !== undefined && (publishAt <= now.getTime() || publishAt > now.getTime() + LATEST_MS))
      throw new AppError('BAD_INPUT', { text: '发布时间须在将来的一年内' })
    const publishedAt = publishAt === undefined ? now : new Date(publishAt)
    const startedAt = publishAt === undefined ? now : null
    return db.transaction(async (tx) => {
      const values = { title, content, link: path, linkText: words, publishedAt, startedAt, segment }
      const notice = await insertNotice(tx, values)
      if (startedAt) await jobs.add<Broadcast>(tx, BROADCAST_JOB, notice)
      return notice
    })
  }

const stateOf = ({ startedAt, endedAt, cancelledAt, failedAt }: NoticeRow) => {
  if (cancelledAt) return 'cancelled' as const
  if (!startedAt) return 'scheduled' as const
  if (endedAt) return 'sent' as const
  return failedAt ? ('failed' as const) : ('sending' as const)
}

/** State of a notice for the audit log. */
export const readNoticeState = async (tx: Tx, noticeId: number) => {
  const notice = await findNotice(tx, noticeId)
  return notice && { state: stateOf(notice) }
}

export const getNotices =
  ({ database: { db } }: Pick<MessageDeps, 'database'>) =>
  async (cursor: string | undefined): Promise<CallData<typeof getNoticesCall>> => {
    const found = await listNotices(db, placeOf(cursor, false), PAGE_ROWS + 1)
    return keysetPage(found, PAGE_ROWS, (notice) => ({
      noticeId: notice.id,
      title: notice.title,
      content: notice.content,
      link: notice.link,
      linkText: notice.linkText,
      state: stateOf(notice),
      segment: notice.segment,
      publishedAt: notice.publishedAt.getTime(),
      endedAt: notice.endedAt?.getTime() ?? null,
    }))
  }

export const cancelNotice =
  ({ database: { db }, clock }: Pick<MessageDeps, 'database' | 'clock'>) =>
  async (noticeId: number): Promise<null> => {
    if (!(await markCancelled(db, noticeId, clock.now())))
      throw new AppError('NOT_FOUND', { text: '没有这条公告，或已经发出' })
    return null
  }

/** The job goes on behind the accounts that have been reached. */
export const resumeNotice =
  ({ database: { db }, jobs }: MessageDeps) =>
  (noticeId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await markResumed(tx, noticeId))) throw new AppError('NOT_FOUND', { text: '没有这条公告，或没有失败' })
      await jobs.add<Broadcast>(tx, BROADCAST_JOB, { noticeId })
      return null
    })

const START_NOTICES = 'messages.startNotices'
const NOTICES_AT_ONCE = 100

/** Starts scheduled notices whose time has come. */
export const startNoticesJob = ({ database: { db }, clock, log, jobs }: MessageDeps): Job<object> => ({
  name: START_NOTICES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '* * * * *',
  run: async () => {
    const now = clock.now()
    const due = readPages<number>(NOTICES_AT_ONCE, (after = 0, limit) => listDueNotices(db, now, after, limit))
    const work = { job: START_NOTICES, log, fields: (noticeId: number) => ({ noticeId }) }
    await forEachRow(work, due, (noticeId) =>
      db.transaction(async (tx) => {
        if (await startNotice(tx, noticeId, now)) await jobs.add<Broadcast>(tx, BROADCAST_JOB, { noticeId })
      }),
    )
  },
})

/** Tells every user of a new version of an agreement, as a system message. */
export const announceAgreement =
  ({ clock, jobs }: MessageDeps) =>
  async (tx: Tx, agreement: AgreementPayload): Promise<Broadcast> => {
    const { title, content, link, linkText } = messageOf('agreementWaiting', agreement, await readOwnWordings(tx))
    const now = clock.now()
    const texts = { title, content, link, linkText }
    const values = { ...texts, event: 'agreementWaiting', publishedAt: now, startedAt: now } as const
    const notice = await insertNotice(tx, values)
    await jobs.add<Broadcast>(tx, BROADCAST_JOB, notice)
    return notice
  }

/** Delivers a notice to every account that existed when it was published; resumes after an interrupted run. */
export const broadcastJob = (deps: MessageDeps): Job<Broadcast> => ({
  ...BROADCAST_JOB,
  heartbeatSeconds: 20,
  retryLimit: 20,
  retryDelayMaxSeconds: 300,
  expireSeconds: 3600,
  isDeadLettered: true,
  run: async ({ noticeId }, signal) => {
    // Sent again from the dead letters.
    await markResumed(deps.database.db, noticeId)
    await runThrottled(() => broadcastChunk(deps, noticeId), signal)
  },
})

const END_NOTICES = 'messages.endNotices'

/** Notices whose job has used up its retries become failed: an operator sees it, and resumes or cancels them. */
export const endNoticesJob = ({ database: { db }, clock, log }: MessageDeps): Job<object> => ({
  name: END_NOTICES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '* * * * *',
  run: async () => {
    const givenUp = readPages<number>(NOTICES_AT_ONCE, (after = 0, limit) =>
      listGivenUp(db, BROADCAST_JOB.name, after, limit),
    )
    const work = { job: END_NOTICES, log, fields: (noticeId: number) => ({ noticeId }) }
    await forEachRow(work, givenUp, (noticeId) => failGivenUp(db, BROADCAST_JOB.name, noticeId, clock.now()))
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
  const { recipients, reachedUserId } = await listRecipients(db, notice, USERS_AT_ONCE)
  // The text is stored once, in the notice.
  const words = { title: '', content: '', summary: '', link: '', linkText: '' }
  const drafts = recipients.map(({ id }): Draft => ({ ...words, userId: id, noticeId, event: notice.event }))
  const fields = ({ userId }: Draft) => ({ noticeId, userId })
  await forEachBatch({ job: BROADCAST_JOB.name, log: deps.log, fields }, drafts, (some) =>
    db.transaction((tx) => deliverDrafts(deps, tx, some)),
  )
  await saveProgress(db, noticeId, reachedUserId === null ? { endedAt: deps.clock.now() } : { reachedUserId })
  return reachedUserId !== null
}
