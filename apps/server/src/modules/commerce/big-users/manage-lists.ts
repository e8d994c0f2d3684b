import { randomBytes } from 'node:crypto'
import type { BigUserList } from '@yunji/contract/commerce/order/schema'
import type { createBigUserList as createCall } from '@yunji/contract/operator/commerce-calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { findListedProducts } from '../catalogue/index.ts'
import { closeList, findList, findPrices, hasUser, insertList } from './store.ts'

export interface BigUserDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Cannot be found by guessing. */
const LINK_CODE_BYTES = 18

export const getBigUserList =
  ({ database: { db }, clock }: BigUserDeps) =>
  async ({ userId }: Caller, linkCode: string): Promise<BigUserList> => {
    const list = await findList(db, userId, linkCode, clock.now())
    if (!list) throw new AppError('NOT_FOUND')
    const prices = await findPrices(db, list.id)
    const products = await findListedProducts(db, [...prices.keys()])
    const items = [...products.values()].map(({ priceCents, isVideoEdition: _in, ...product }) => ({
      ...product,
      goodPrice: prices.get(product.id) ?? priceCents,
      oldGoodPrice: priceCents,
    }))
    const images = items.map(({ configuration }) => configuration.imageTypes)
    return {
      title: list.title,
      maximumPhones: list.maximumPhones,
      expiresAt: list.expiresAt?.getTime() ?? null,
      imageTypes: (images[0] ?? []).filter((image) => images.every((each) => each.includes(image))),
      items: items.toSorted((a, b) => a.goodsLevel - b.goodsLevel || a.goodTime - b.goodTime || a.id - b.id),
    }
  }

/** Creates a list of negotiated prices for one user; the operator sends the link. */
export const createBigUserList =
  ({ database: { db }, clock }: BigUserDeps) =>
  ({ items, expiresAt, ...terms }: CallArguments<typeof createCall>): Promise<{ linkCode: string }> =>
    db.transaction(async (tx) => {
      const prices = new Map(items.map(({ id, goodPrice }) => [id, goodPrice]))
      if (prices.size < items.length) throw new AppError('BAD_INPUT', { text: '同一商品只能有一个协议价' })
      const products = await findListedProducts(tx, [...prices.keys()])
      const absent = [...prices.keys()].find((id) => !products.has(id) || products.get(id)?.isVideoEdition)
      if (absent !== undefined) throw new AppError('GOODS_NOT_EXIST', { data: { id: absent } })
      if (!(await hasUser(tx, terms.userId))) throw new AppError('NOT_FOUND')
      const linkCode = randomBytes(LINK_CODE_BYTES).toString('base64url')
      const list = {
        ...terms,
        linkCode,
        createdAt: clock.now(),
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
      }
      await insertList(tx, list, prices)
      return { linkCode }
    })

/** Closes a list; a closed one stays as it is. */
export const closeBigUserList =
  ({ database: { db }, clock }: BigUserDeps) =>
  (linkCode: string, addAudit: AddAudit): Promise<null> =>
    db.transaction(async (tx) => {
      const list = await closeList(tx, linkCode, clock.now())
      if (!list) throw new AppError('NOT_FOUND')
      await addAudit(tx, { subject: `bigUserList:${list.id}`, after: { userId: list.userId, closedAt: list.closedAt } })
      return null
    })
