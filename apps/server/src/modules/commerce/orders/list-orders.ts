import type { OrderState } from '@yunji/contract/commerce/order/machine'
import type { OrderFilter } from '@yunji/contract/commerce/order/schema'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { OrderDeps } from './deps.ts'
import { findOrderGoods } from './order-goods.ts'
import { toOrderInfo } from './order-info.ts'
import { listOrders } from './query-store.ts'

const statesOf: Readonly<Record<Exclude<OrderFilter, 'all'>, readonly OrderState[]>> = {
  pending: ['pending'],
  paid: ['paid', 'fulfilled'],
  refunds: ['refunding', 'refunded'],
}

interface OrderQuery {
  readonly page: number
  readonly rows: number
  readonly filter: OrderFilter
}

export const getOrderList =
  ({ database: { db } }: OrderDeps) =>
  async ({ userId }: Caller, { page, rows, filter }: OrderQuery) => {
    const states = filter === 'all' ? undefined : statesOf[filter]
    const [found, total] = await listOrders(db, userId, { states, page, rows })
    const goods = await findOrderGoods(db, found)
    const listed = found.map((order) => ({ ...toOrderInfo(order), goods: goods.get(order.id) ?? null }))
    return pageOf(listed, page, rows, total)
  }
