import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { type CouponRow, insertCoupons, listRecipients } from './store.ts'
import { listWelcomeTemplates, subtractLeftCount, type TemplateRow } from './template-store.ts'

/** Issues a coupon to each user, with a copy of the template's current terms. */
export const issueFromTemplate = async (
  tx: Tx,
  { id: templateId, name, terms, validDays }: TemplateRow,
  userIds: readonly number[],
  now: Date,
  issueId: number | null = null,
): Promise<CouponRow[]> => {
  if (userIds.length === 0) return []
  const expiresAt = validDays === null ? null : later(now, validDays * DAY_MS)
  return insertCoupons(
    tx,
    userIds.map((userId) => ({ templateId, userId, name, terms, receivedAt: now, expiresAt, issueId })),
  )
}

/** Issues one coupon to each user within the limits of the template and returns the users who got one. */
export const issueToUsers = async (
  tx: Tx,
  template: TemplateRow,
  userIds: readonly number[],
  now: Date,
): Promise<readonly number[]> => {
  const recipients = (await listRecipients(tx, template.id, [...new Set(userIds)]))
    .filter(({ owned }) => owned < template.perUserLimit)
    .slice(0, template.leftCount ?? undefined)
    .map(({ id }) => id)
  await issueFromTemplate(tx, template, recipients, now)
  await subtractLeftCount(tx, template.id, recipients.length)
  return recipients
}

/** Called in the transaction that creates the account. */
export const issueWelcomeCoupons = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  for (const template of await listWelcomeTemplates(tx)) await issueFromTemplate(tx, template, [userId], now)
}
