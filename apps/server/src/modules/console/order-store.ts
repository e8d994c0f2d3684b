import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderState } from '@yunji/contract/commerce/order/machine'
import type { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { chinaPeriod } from '../../platform/china-time.ts'
import type { Db } from '../../platform/database.ts'
import type { Place } from '../../platform/keyset.ts'
import { coupons } from '../../tables/coupons.ts'
import { devices } from '../../tables/devices.ts'
import { orderDevices } from '../../tables/fulfilment.ts'
import { users } from '../../tables/identity.ts'
import { orderItems, orders } from '../../tables/orders.ts'
import { payments, refunds } from '../../tables/payments.ts'
import { findUserId, readSearch } from './user-store.ts'

export interface OrderFilter {
  readonly text?: string | undefined
  /** Whether a complete number of a customer finds the customer's orders. */
  readonly findsNumbers: boolean
  readonly userId?: number | undefined
  readonly orderStatus?: number | undefined
  readonly kind?: OrderKind | undefined
  readonly payMethod?: number | undefined
  readonly fromDay?: string | undefined
  readonly toDay?: string | undefined
  readonly minimumCents?: number | undefined
  readonly maximumCents?: number | undefined
  readonly isOldestFirst: boolean
}

/** Microseconds of a time: a `Date` would lose some, and rows of the same millisecond with them. */
export const microsOf = (column: AnyPgColumn): SQL<string> =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::int8::text`

export const isBeyond = (
  column: AnyPgColumn,
  id: AnyPgColumn,
  { micros = '0', id: last }: Place,
  isAscending: boolean,
): SQL => {
  const at = sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`
  return isAscending
    ? sql`(${column}, ${id}) > (${at}, ${last}::bigint)`
    : sql`(${column}, ${id}) < (${at}, ${last}::bigint)`
}

/** Order number, our number or the provider's number of a payment, or the number of the buyer's phone. */
const matches = async (db: Db, text: string, findsNumbers: boolean): Promise<SQL | undefined> => {
  const { id, mobilePhone } = readSearch(text)
  const userId = findsNumbers && mobilePhone && (await findUserId(db, mobilePhone))
  const found = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(
      or(
        eq(payments.outTradeNo, text),
        and(inArray(payments.provider, ['alipay', 'wechat']), eq(payments.transactionId, text)),
      ),
    )
  const orderIds = [...found.map(({ orderId }) => orderId), ...(id === undefined ? [] : [id])]
  return or(inArray(orders.id, orderIds.length === 0 ? [0] : orderIds), userId ? eq(orders.userId, userId) : undefined)
}

const stateOf = (status: number): OrderState =>
  (Object.keys(OrderStatus) as OrderState[]).find((state) => OrderStatus[state] === status) ?? 'pending'

const fields = {
  id: orders.id,
  userId: orders.userId,
  mobilePhone: users.mobilePhone,
  title: orders.title,
  kind: orders.kind,
  state: orders.state,
  totalCents: orders.totalCents,
  payableCents: orders.payableCents,
  payMethod: orders.payMethod,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  endedAt: orders.endedAt,
  micros: microsOf(orders.createdAt),
}

export const listOrders = async (db: Db, filter: OrderFilter, place: Place | undefined, limit: number) => {
  const { text, userId, orderStatus, kind, payMethod, fromDay, toDay, minimumCents, maximumCents, isOldestFirst } =
    filter
  const { from, to } = chinaPeriod(fromDay, toDay)
  const order = isOldestFirst ? asc : desc
  return db
    .select(fields)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        text ? await matches(db, text, filter.findsNumbers) : undefined,
        userId === undefined ? undefined : eq(orders.userId, userId),
        orderStatus === undefined ? undefined : eq(orders.state, stateOf(orderStatus)),
        kind === undefined ? undefined : eq(orders.kind, kind),
        payMethod === undefined ? undefined : eq(orders.payMethod, payMethod as PayMethod),
        from === undefined ? undefined : gte(orders.createdAt, from),
        to === undefined ? undefined : lt(orders.createdAt, to),
        minimumCents === undefined ? undefined : gte(orders.payableCents, minimumCents),
        maximumCents === undefined ? undefined : lte(orders.payableCents, maximumCents),
        place && isBeyond(orders.createdAt, orders.id, place, isOldestFirst),
      ),
    )
    .orderBy(order(orders.createdAt), order(orders.id))
    .limit(limit)
}
export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

/** Devices and lines shown of one order. */
const SHOWN = 200

export const findOrderDetails = async (db: Db, orderId: number) => {
  const { couponCents, creditCents, failure, expiresAt, couponId } = orders
  const [order] = await db
    .select({ ...fields, couponCents, creditCents, failure, expiresAt, couponId, couponName: coupons.name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(coupons, eq(coupons.id, orders.couponId))
    .where(eq(orders.id, orderId))
  if (!order) return undefined
  const [lines, paid, given, bought] = await Promise.all([
    db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.productId)).limit(SHOWN),
    db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id)),
    db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id)).limit(SHOWN),
    db
      .select({ share: orderDevices, name: devices.name, state: devices.state })
      .from(orderDevices)
      .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
      .where(eq(orderDevices.orderId, orderId))
      .orderBy(asc(orderDevices.deviceId))
      .limit(SHOWN),
  ])
  return { order, lines, payments: paid, refunds: given, devices: bought }
}
