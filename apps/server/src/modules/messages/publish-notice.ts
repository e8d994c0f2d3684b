import { safeReturnPath } from '@yunji/contract/pages'
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { forEachBatch } from '../../platform/each-row.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import { users } from '../../tables/identity.ts'
import { notices } from '../../tables/messages.ts'
import { deliverDrafts } from './bring.ts'
import type { MessageDeps } from './deps.ts'
import type { Draft } from './insert-store.ts'
import { runThrottled } from './throttled-loop.ts'

/** Accounts of one transaction. */
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
      const [notice] = await tx
        .insert(notices)
        .values({ title, content, link: path, linkText: words, publishedAt: clock.now() })
        .returning({ noticeId: notices.id })
      if (!notice) throw new Error('a notice was not written')
      await jobs().add<Broadcast>(tx, BROADCAST_JOB, notice)
      return notice
    })
  }

/** Brings a notice to everybody who had an account when it was published, and goes on where another was killed. */
export const broadcastJob = (deps: MessageDeps): Job<Broadcast> => ({
  ...BROADCAST_JOB,
  heartbeatSeconds: 20,
  retryLimit: 20,
  run: async ({ noticeId }, signal) => {
    await runThrottled(() => broadcastChunk(deps, noticeId), signal)
  },
})

/**
 * Whether there may be more. The place that was reached is written after the messages up to it: whoever does a part again
 * finds its messages there, and writes none twice.
 */
const broadcastChunk = async (deps: MessageDeps, noticeId: number): Promise<boolean> => {
  const { db } = deps.database
  const isOpen = and(eq(notices.id, noticeId), isNull(notices.endedAt))
  const [notice] = await db.select().from(notices).where(isOpen)
  if (!notice) return false
  const reached = await db
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, notice.reachedUserId), lte(users.createdAt, notice.publishedAt), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .limit(USERS_AT_ONCE)
  const last = reached.at(-1)
  // Its words stand in the notice itself, once for all.
  const words = { title: '', content: '', summary: '', link: '', linkText: '' }
  const drafts = reached.map(({ id }): Draft => ({ ...words, userId: id, noticeId, event: 'announcement' }))
  const fields = ({ userId }: Draft) => ({ noticeId, userId })
  await forEachBatch({ job: BROADCAST_JOB.name, log: deps.log, fields }, drafts, (some) =>
    db.transaction((tx) => deliverDrafts(deps, tx, some)),
  )
  const progress = last ? { reachedUserId: last.id } : { endedAt: deps.clock.now() }
  await db.update(notices).set(progress).where(eq(notices.id, noticeId))
  return last !== undefined
}
