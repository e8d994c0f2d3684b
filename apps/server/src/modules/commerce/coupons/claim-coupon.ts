import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { couponTexts } from './coupon-texts.ts'
import { toCoupons } from './coupon-view.ts'
import { readGoodsNames } from './goods-names.ts'
import { issueFromTemplate } from './issue-coupons.ts'
import { countCouponsOf } from './store.ts'
import { listEnabledTemplates, lockEnabledTemplate, subtractLeftCount } from './template-store.ts'

const refusal = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

/**
 * Gives a user one coupon of a template, within its total and the limit of each user. The template stays locked until the
 * transaction ends, so that concurrent claims exceed neither.
 */
export const claimFromTemplate = async (tx: Tx, templateId: number, userId: number, now: Date): Promise<Coupon> => {
  const template = await lockEnabledTemplate(tx, templateId)
  if (!template) throw refusal('该优惠券已停止发放')
  if ((await countCouponsOf(tx, templateId, userId)) >= template.perUserLimit) throw refusal('你已领取过该优惠券')
  if (template.leftCount === 0) throw refusal('该优惠券已被领完')
  const [coupon] = await toCoupons(tx, await issueFromTemplate(tx, template, [userId], now), now)
  await subtractLeftCount(tx, templateId, 1)
  if (!coupon) throw new Error('a coupon was not written')
  return coupon
}

/** Enabled templates among these, as a user who may claim them sees them. */
export const describeTemplates = async (db: Db, templateIds: readonly number[], userId: number) => {
  if (templateIds.length === 0) return []
  const enabled = await listEnabledTemplates(db, templateIds)
  const names = await readGoodsNames(
    db,
    enabled.map(({ terms }) => terms),
  )
  return Promise.all(
    enabled.map(async ({ id, name, terms, validDays, leftCount, perUserLimit }) => ({
      templateId: id,
      name,
      couponType: terms.couponType,
      parValue: terms.parValue,
      conditionsUse: terms.conditionsUse,
      businessType: terms.businessType,
      ...couponTexts(terms, names),
      validDays,
      isSoldOut: leftCount === 0,
      ownCount: await countCouponsOf(db, id, userId),
      perUserLimit,
    })),
  )
}
