import { ActivityState } from '@yunji/contract/commerce/commodity/enums'
import type { ActivityHead } from '@yunji/contract/content/activity/schema'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findListedProducts } from '../../commerce/catalogue/index.ts'
import { claimFromTemplate, describeTemplates } from '../../commerce/coupons/index.ts'
import { type DocumentRules, parseMarkdown } from '../documents/index.ts'
import { checkDocumentPictures } from '../pictures/index.ts'
import {
  type ActivityRow,
  countTemplates,
  findContent,
  findEnabled,
  insertActivity,
  insertProducts,
  listCurrent,
  listPages,
  listProducts,
  listProductsOf,
  listTemplateIds,
  lockActivity,
  type PagesQuery,
  replaceProducts,
  savePage,
  updateActivity,
} from './store.ts'

export interface ActivityDeps {
  readonly database: Database
  readonly clock: Clock
  readonly documentRules: DocumentRules
}

/** Activities that begin later are not listed yet. */
const LISTED_AHEAD_MS = DAY_MS
const MOST_LISTED = 50

const stateAt = ({ startsAt, endsAt }: ActivityRow, now: Date): ActivityHead['state'] => {
  if (now < startsAt) return 'upcoming'
  return now < endsAt ? 'running' : 'ended'
}

const headOf = (activity: ActivityRow, now: Date): ActivityHead => ({
  activityId: activity.id,
  name: activity.name,
  kind: activity.kind,
  state: stateAt(activity, now),
  startsAt: activity.startsAt.getTime(),
  endsAt: activity.endsAt.getTime(),
})

const notFound = (): AppError => new AppError('NOT_FOUND', { text: '没有找到这个活动，可能已经下线' })
const refusal = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

export const getActivities =
  ({ database: { db }, clock }: ActivityDeps) =>
  async () => {
    const now = clock.now()
    const rows = await listCurrent(db, now, later(now, LISTED_AHEAD_MS), MOST_LISTED)
    return { records: rows.map((row) => headOf(row, now)) }
  }

/** An activity with its text, goods and coupons. Disabled and unknown ones look alike. */
export const getActivity =
  ({ database: { db }, clock }: ActivityDeps) =>
  async (userId: number, activityId: number) => {
    const activity = await findEnabled(db, activityId)
    if (!activity) throw notFound()
    const items = await listProducts(db, activityId)
    const products = await findListedProducts(
      db,
      items.map(({ productId }) => productId),
    )
    const goods = items.flatMap(({ productId, priceCents, stockLeft }) => {
      const product = products.get(productId)
      if (!product) return []
      const { priceCents: oldGoodPrice, isVideoEdition: _edition, ...listed } = product
      return [{ ...listed, goodPrice: priceCents, oldGoodPrice, stockLeft }]
    })
    return {
      ...headOf(activity, clock.now()),
      content: await findContent(db, activityId),
      goods,
      coupons: await describeTemplates(db, await listTemplateIds(db, activityId), userId),
    }
  }

export const claimCoupon =
  ({ database: { db }, clock }: ActivityDeps) =>
  (userId: number, { activityId, templateId }: { readonly activityId: number; readonly templateId: number }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const activity = await findEnabled(tx, activityId)
      if (!activity || !(await listTemplateIds(tx, activityId)).includes(templateId)) throw notFound()
      const state = stateAt(activity, now)
      if (state === 'upcoming') throw refusal('活动尚未开始')
      if (state === 'ended') throw refusal('活动已结束')
      return claimFromTemplate(tx, templateId, userId, now)
    })

interface Page {
  readonly markdown: string
  readonly templateIds: readonly number[]
}

const checkTemplates = async (tx: Tx, templateIds: readonly number[]): Promise<void> => {
  const unique = [...new Set(templateIds)]
  if (unique.length > 0 && (await countTemplates(tx, unique)) < unique.length)
    throw new AppError('BAD_INPUT', { text: '有优惠券模板不存在' })
}

interface Terms {
  readonly name: string
  readonly startsAt: number
  readonly endsAt: number
  readonly products: readonly {
    readonly productId: number
    readonly priceCents: number
    readonly stock?: number | undefined
    readonly perUserLimit?: number | undefined
  }[]
}

/** Refuses times, goods and prices that cannot be; the products' prices stay until the transaction ends. */
const checkTerms = async (tx: Tx, kind: ActivityRow['kind'], terms: Terms, now: Date): Promise<void> => {
  const { startsAt, endsAt, products } = terms
  if (endsAt <= startsAt || endsAt <= now.getTime()) {
    throw new AppError('BAD_INPUT', { text: '结束时间须晚于开始时间和现在' })
  }
  if (kind === 'seckill' && products.some(({ stock }) => stock === undefined)) {
    throw new AppError('BAD_INPUT', { text: '秒杀商品须填写数量' })
  }
  const productIds = products.map(({ productId }) => productId)
  if (new Set(productIds).size < productIds.length) throw new AppError('BAD_INPUT', { text: '同一个商品只能出现一次' })
  await checkPrices(tx, products)
}

/** Refuses prices that are not below the regular ones, which stay until the transaction ends. */
const checkPrices = async (
  tx: Tx,
  products: readonly { readonly productId: number; readonly priceCents: number }[],
): Promise<void> => {
  const listed = await findListedProducts(
    tx,
    products.map(({ productId }) => productId),
    true,
  )
  for (const { productId, priceCents } of products) {
    const product = listed.get(productId)
    if (!product) throw new AppError('GOODS_NOT_EXIST')
    if (priceCents >= product.priceCents) {
      throw new AppError('BAD_INPUT', { text: `商品 #${productId} 的活动价须低于售价` })
    }
  }
}

const rowsOf = (activityId: number, kind: ActivityRow['kind'], products: Terms['products']) =>
  products.map(({ productId, priceCents, stock, perUserLimit }) => ({
    activityId,
    productId,
    priceCents,
    stockLeft: stock ?? null,
    stockTotal: stock ?? null,
    perUserLimit: perUserLimit ?? (kind === 'seckill' ? 1 : null),
  }))

const datesOf = ({ startsAt, endsAt }: Terms) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })

export const createActivity =
  ({ database: { db }, clock, documentRules }: ActivityDeps) =>
  async ({ kind, markdown, templateIds, ...terms }: Terms & Page & { readonly kind: ActivityRow['kind'] }) => {
    const now = clock.now()
    const content = parseMarkdown(markdown, documentRules)
    return db.transaction(async (tx) => {
      await checkTerms(tx, kind, terms, now)
      await checkTemplates(tx, templateIds)
      await checkDocumentPictures(tx, content)
      const activityId = await insertActivity(tx, { name: terms.name, kind, ...datesOf(terms) })
      await insertProducts(tx, rowsOf(activityId, kind, terms.products))
      await savePage(tx, activityId, { markdown, content, templateIds }, now)
      return { activityId, content }
    })
  }

/** Changes an activity that has not begun: nobody has bought at its prices. */
export const setActivity =
  ({ database: { db }, clock }: ActivityDeps) =>
  ({ activityId, ...terms }: Terms & { readonly activityId: number }): Promise<null> =>
    db.transaction(async (tx) => {
      const activity = await lockActivity(tx, activityId)
      if (!activity) throw new AppError('NOT_FOUND')
      // Read after the locks: whoever bought before them did so after the start.
      const now = clock.now()
      if (now >= activity.startsAt) throw refusal('活动已经开始，只能提前结束或停用')
      await checkTerms(tx, activity.kind, terms, now)
      await updateActivity(tx, activityId, { name: terms.name, ...datesOf(terms) })
      await replaceProducts(tx, activityId, rowsOf(activityId, activity.kind, terms.products))
      return null
    })

export const endActivity =
  ({ database: { db }, clock }: ActivityDeps) =>
  (activityId: number): Promise<null> =>
    db.transaction(async (tx) => {
      const activity = await lockActivity(tx, activityId)
      if (!activity) throw new AppError('NOT_FOUND')
      const now = clock.now()
      const state = stateAt(activity, now)
      if (state === 'upcoming') throw refusal('活动尚未开始，可以修改或停用')
      if (state === 'ended') throw refusal('活动已结束')
      // The end is after the start, also in the moment of the start.
      await updateActivity(tx, activityId, { endsAt: now > activity.startsAt ? now : later(now, 1) })
      return null
    })

export const setActivityPage =
  ({ database: { db }, clock, documentRules }: ActivityDeps) =>
  async ({
    activityId,
    isEnabled,
    markdown,
    templateIds,
  }: Page & { activityId: number; isEnabled?: boolean | undefined }) => {
    const content = parseMarkdown(markdown, documentRules)
    await db.transaction(async (tx) => {
      const activity = await lockActivity(tx, activityId)
      if (!activity) throw new AppError('NOT_FOUND')
      // Regular prices may have fallen below it while it was off.
      const isResumed = isEnabled && !activity.isEnabled && activity.endsAt > clock.now()
      if (isResumed) await checkPrices(tx, await listProductsOf(tx, [activityId]))
      if (isEnabled !== undefined) await updateActivity(tx, activityId, { isEnabled })
      await checkTemplates(tx, templateIds)
      await checkDocumentPictures(tx, content)
      await savePage(tx, activityId, { markdown, content, templateIds }, clock.now())
    })
    return { content }
  }

export const getActivityPages =
  ({ database: { db }, clock }: ActivityDeps) =>
  async (query: PagesQuery) => {
    const now = clock.now()
    const { found, total } = await listPages(db, query, now)
    const products = await listProductsOf(
      db,
      found.map(({ activity }) => activity.id),
    )
    const records = await Promise.all(
      found.map(async ({ activity, markdown }) => ({
        ...headOf(activity, now),
        isEnabled: activity.isEnabled,
        status: activity.isEnabled ? ActivityState.enabled : ActivityState.disabled,
        products: products.flatMap(({ activityId, ...product }) => (activityId === activity.id ? [product] : [])),
        markdown: markdown ?? '',
        templateIds: await listTemplateIds(db, activity.id),
      })),
    )
    return { records, total }
  }
