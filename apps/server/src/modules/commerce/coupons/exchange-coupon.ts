import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { chinaDay } from '../../../platform/china-time.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { couponTemplates, exchangeFailures } from '../../../tables/coupons.ts'
import { toCoupons } from './coupon-view.ts'
import { countCouponsOf, insertCoupons, takeFromTemplate } from './issue-coupons.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

/** Wrong codes a day, after which nobody goes on guessing. */
const MAX_FAILURES_A_DAY = 20

const refusal = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

/** Turns a code into a coupon. One that is none, or no longer one, says only that. */
export const exchangeCoupon =
  ({ database: { db }, clock }: Deps) =>
  async ({ userId }: Caller, text: string): Promise<Coupon> => {
    const now = clock.now()
    const exchangeCode = text.toUpperCase()
    const attempt = { userId, day: chinaDay(now) }
    await countAttempt(db, attempt)
    let isWrong = false
    try {
      const coupon = await db.transaction(async (tx) => {
        const template = await takeFromTemplate(tx, exchangeCode)
        if (!template) return undefined
        if ((await countCouponsOf(tx, template.id, userId)) >= template.perUserLimit)
          throw refusal('你已兑换过该优惠券')
        const [shown] = await toCoupons(tx, await insertCoupons(tx, template, [userId], now), now)
        return shown
      })
      if (coupon) return coupon
      if (await isExhausted(db, exchangeCode)) throw refusal('该兑换码已被领完')
      isWrong = true
      throw refusal('兑换码不正确或已失效')
    } finally {
      if (!isWrong) await uncountAttempt(db, attempt)
    }
  }

interface Attempt {
  readonly userId: number
  readonly day: string
}

/** Taken before the code is looked up, so that many at once are no more than the limit. */
const countAttempt = async (db: Db, attempt: Attempt): Promise<void> => {
  const taken = await db
    .insert(exchangeFailures)
    .values({ ...attempt, failures: 1 })
    .onConflictDoUpdate({
      target: [exchangeFailures.userId, exchangeFailures.day],
      set: { failures: sql`${exchangeFailures.failures} + 1` },
      setWhere: lt(exchangeFailures.failures, MAX_FAILURES_A_DAY),
    })
    .returning({ failures: exchangeFailures.failures })
  if (taken.length === 0) throw new AppError('RATE_LIMITED', { text: '今天输错的次数过多，请明天再试' })
}

const uncountAttempt = async (db: Db, { userId, day }: Attempt): Promise<void> => {
  await db
    .update(exchangeFailures)
    .set({ failures: sql`${exchangeFailures.failures} - 1` })
    .where(and(eq(exchangeFailures.userId, userId), eq(exchangeFailures.day, day), gt(exchangeFailures.failures, 0)))
}

const isExhausted = async (db: Db | Tx, exchangeCode: string): Promise<boolean> => {
  const isIt = and(eq(couponTemplates.exchangeCode, exchangeCode), couponTemplates.isEnabled)
  return (await db.$count(couponTemplates, isIt)) > 0
}
