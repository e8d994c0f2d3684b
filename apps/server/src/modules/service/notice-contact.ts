import { HOUR_MS, later } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import { isNotReached } from '../../platform/not-reached.ts'
import type { ServiceDeps } from './deps.ts'
import { claimNotice, updateTicket } from './ticket-store.ts'

/** Note by SMS to a number without a login: nothing else tells its owner that there is an answer. */
export const NOTICE_CONTACT_JOB = { name: 'service.noticeContact' } as const

interface NoticeData {
  readonly ticketId: number
}

/** Further answers within this time make no second note, unless the customer has written in between. */
const QUIET_MS = HOUR_MS
const MOST_RETRIES = 5

const textOf = (ticketId: number, isClosed: boolean): string =>
  isClosed
    ? `你的工单 ${ticketId} 已关闭，可在客服页面验证手机号查看和评价`
    : `客服回复了你的工单 ${ticketId}，可在客服页面验证手机号查看`

/** The note is marked before it is sent, so that it is sent once at most. Without a template none is sent. */
export const noticeContactJob = ({
  database: { db },
  clock,
  log,
  sms,
}: Pick<ServiceDeps, 'database' | 'clock' | 'log' | 'sms'>): Job<NoticeData> => ({
  ...NOTICE_CONTACT_JOB,
  heartbeatSeconds: 60,
  retryLimit: MOST_RETRIES,
  run: async ({ ticketId }) => {
    if (!sms.canNotify) return
    const now = clock.now()
    const claimed = await claimNotice(db, ticketId, now, later(now, -QUIET_MS))
    if (!claimed) return
    const { mobilePhone, state } = claimed
    try {
      await sms.notify({ mobilePhone, text: textOf(ticketId, state === 'closed') })
    } catch (error) {
      if (isNotReached(error)) {
        await updateTicket(db, ticketId, { contactNoticedAt: null })
        throw error
      }
      log.warn({ err: error, ticketId }, 'note about a ticket not sent')
    }
  },
})
