import { randomBytes } from 'node:crypto'
import type { BigUserList } from '@yunji/contract/commerce/order/schema'
import { formatRentalTime } from '@yunji/contract/display/time'
import type {
  createBigUserList as createCall,
  getBigUserLists as listsCall,
} from '@yunji/contract/operator/commerce-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../../platform/keyset.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { findListedProducts } from '../catalogue/index.ts'
import {
  type BigUserRow,
  closeList,
  findList,
  findPrices,
  hasUser,
  insertList,
  type ListState,
  listLists,
  listPrices,
} from './store.ts'

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

const stateOf = ({ closedAt, expiresAt }: BigUserRow, now: Date): ListState => {
  if (closedAt) return 'closed'
  return expiresAt && expiresAt <= now ? 'expired' : 'open'
}

/** Links only for operators who may create them: whoever sends one acts for the business. */
export const getBigUserLists =
  ({ database: { db }, clock }: BigUserDeps) =>
  async (
    { rights }: Operator,
    { cursor, ...filter }: CallArguments<typeof listsCall>,
  ): Promise<CallData<typeof listsCall>> => {
    const now = clock.now()
    const found = await listLists(db, filter, placeOf(cursor, false), { limit: PAGE_ROWS + 1, now })
    const ids = found.map(({ id }) => id)
    const prices = Map.groupBy(ids.length === 0 ? [] : await listPrices(db, ids), ({ listId }) => listId)
    return keysetPage(found, PAGE_ROWS, (list) => ({
      listId: list.id,
      userId: list.userId,
      title: list.title,
      linkCode: rights.includes('marketing.write') ? list.linkCode : '',
      maximumPhones: list.maximumPhones,
      state: stateOf(list, now),
      expiresAt: list.expiresAt?.getTime() ?? null,
      closedAt: list.closedAt?.getTime() ?? null,
      createdAt: list.createdAt.getTime(),
      prices: (prices.get(list.id) ?? []).map(({ productId, priceCents, goodsName, memoryGb, hours }) => ({
        id: productId,
        goodPrice: priceCents,
        name: `${goodsName} ${memoryGb} GB · ${formatRentalTime(hours)}`,
      })),
    }))
  }
