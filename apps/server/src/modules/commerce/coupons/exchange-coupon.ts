import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { chinaDay } from '../../../platform/china-time.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toCoupons } from './coupon-view.ts'
import { issueFromTemplate } from './issue-coupons.ts'
import { countAttempt, countCouponsOf, uncountAttempt } from './store.ts'
import { isEnabledCode, takeFromTemplate } from './template-store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

/** Wrong codes of one account; more attempts on the same day are refused. */
const MAX_FAILURES_A_DAY = 20

const refusal = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

/** Exchanges a code for a coupon. An unknown and an outdated code are refused alike. */
export const exchangeCoupon =
  ({ database: { db }, clock }: Deps) =>
  async ({ userId }: Caller, text: string): Promise<Coupon> => {
    const now = clock.now()
    const exchangeCode = text.toUpperCase()
    const attempt = { userId, day: chinaDay(now) }
    // Counted before the code is looked up, so that concurrent attempts do not exceed the limit.
    if (!(await countAttempt(db, attempt, MAX_FAILURES_A_DAY))) {
      throw new AppError('RATE_LIMITED', { text: '今天输错的次数过多，请明天再试' })
    }
    let isWrong = false
    try {
      const coupon = await db.transaction(async (tx) => {
        const template = await takeFromTemplate(tx, exchangeCode)
        if (!template) return undefined
        const owned = await countCouponsOf(tx, template.id, userId)
        if (owned >= template.perUserLimit) throw refusal('你已兑换过该优惠券')
        const [shown] = await toCoupons(tx, await issueFromTemplate(tx, template, [userId], now), now)
        return shown
      })
      if (coupon) return coupon
      if (await isEnabledCode(db, exchangeCode)) throw refusal('该兑换码已被领完')
      isWrong = true
      throw refusal('兑换码不正确或已失效')
    } finally {
      if (!isWrong) await uncountAttempt(db, attempt)
    }
  }
