import type { OrderState } from '@yunji/contract/commerce/order/machine'
import type { OrderFilter } from '@yunji/contract/commerce/order/schema'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { orders } from '../../../tables/orders.ts'
import type { OrderDeps } from './expire-orders.ts'
import { toOrderInfo } from './order-info.ts'

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
    const isListed = and(
      eq(orders.userId, userId),
      filter === 'all' ? undefined : inArray(orders.state, [...statesOf[filter]]),
    )
    const [found, total] = await Promise.all([
      db
        .select()
        .from(orders)
        .where(isListed)
        .orderBy(desc(orders.id))
        .limit(rows)
        .offset((page - 1) * rows),
      db.$count(orders, isListed),
    ])
    return pageOf(found.map(toOrderInfo), page, rows, total)
  }
