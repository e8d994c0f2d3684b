import type { PendingPhoneOrder } from '@yunji/contract/commerce/order/rules'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { AppError } from '../../../platform/errors.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { deviceGroups, devices } from '../../../tables/devices.ts'
import { firstPriceClaims, type orderItems, type orders } from '../../../tables/orders.ts'
import { firstRechargeClaims } from '../../../tables/recharge.ts'
import { renewalHolds } from '../../../tables/renewals.ts'
import { queueForStock, type StockQuantity, takeStockSql } from '../catalogue/index.ts'

type OrderRow = typeof orders.$inferSelect
type NewOrder = Omit<OrderRow, 'id' | 'state' | 'payMethod' | 'failure' | 'paidAt' | 'endedAt'>
type NewItem = Omit<typeof orderItems.$inferSelect, 'orderId'>

const LOCK_PENDING = { name: 'order-lock-pending', text: 'select id, title, phones from lock_pending_orders($1)' }

interface PendingRow extends Record<string, unknown> {
  readonly id: string
  readonly title: string
  readonly phones: number | null
}

/** Unpaid orders of an account that hold phones, oldest first. No other order of the account is created meanwhile. */
export const lockPendingOrders = async (tx: Tx, userId: number): Promise<PendingPhoneOrder[]> => {
  const rows = await query<PendingRow>(tx, LOCK_PENDING, [userId])
  return rows
    .map(({ id, title, phones }) => ({ orderId: Number(id), title, phones: phones ?? 0 }))
    .toSorted((a, b) => a.orderId - b.orderId)
}

const BIG_USER_LIMIT = {
  name: 'order-list-limit',
  text: `select coalesce(max(maximum_phones), 0)::int as phones from big_user_lists
    where user_id = $1 and closed_at is null and (expires_at is null or expires_at > $2)`,
}

/** The largest limit of a user's negotiated lists; 0 without one. */
export const findBigUserLimit = async (tx: Tx, userId: number, now: Date): Promise<number> => {
  const [list] = await query<{ phones: number }>(tx, BIG_USER_LIMIT, [userId, now])
  return list?.phones ?? 0
}

/** Reserves the stock in the same statement: its row is locked for this statement and the commit only. */
const INSERT_ORDER = {
  name: 'order-write',
  text: `with taken as (${takeStockSql({ zone: '$17', config: '$18', quantity: '$19' })}), written as (
      insert into orders (user_id, kind, business_type, title, lines, total_cents, coupon_cents, credit_cents,
        payable_cents, coupon_id, purchase, created_at, expires_at)
      select $1::bigint, $2::text, $3::smallint, $4::text, $5::jsonb, $6::bigint, $7::bigint, $8::bigint, $9::bigint,
        $10::bigint, $11::jsonb, $12::timestamptz, $13::timestamptz
      where $17::bigint is null or exists (select 1 from taken) returning id
    ), items as (
      insert into order_items (order_id, product_id, quantity, unit_price_cents)
      select written.id, item.* from written, unnest($14::bigint[], $15::int[], $16::bigint[]) item
    ), held as (
      insert into stock_reservations (order_id, zone_id, config_id, quantity)
      select written.id, zone_id, config_id, $19 from written, taken
    )
    select id from written`,
}

/** Inserts an order with its items and the reservation of one stock row; refused when too few are left there. */
export const insertOrder = async (
  tx: Tx,
  order: NewOrder,
  items: readonly NewItem[],
  part: StockQuantity | undefined,
): Promise<OrderRow> => {
  if (part) await queueForStock(tx, part)
  const [written] = await query<{ id: string }>(tx, INSERT_ORDER, [
    order.userId,
    order.kind,
    order.businessType,
    order.title,
    JSON.stringify(order.lines),
    order.totalCents,
    order.couponCents,
    order.creditCents,
    order.payableCents,
    order.couponId,
    JSON.stringify(order.purchase),
    order.createdAt,
    order.expiresAt,
    items.map(({ productId }) => productId),
    items.map(({ quantity }) => quantity),
    items.map(({ unitPriceCents }) => unitPriceCents),
    part?.zoneId,
    part?.configId,
    part?.quantity,
  ])
  if (!written) throw new AppError('OUT_OF_STOCK', { data: { zoneId: part?.zoneId, configId: part?.configId } })
  const initial = { state: 'pending', payMethod: null, failure: '', paidAt: null, endedAt: null } as const
  return { ...order, ...initial, id: Number(written.id) }
}

/** False when another pending order holds the first price of one of the products. */
export const claimFirstPrices = async (
  tx: Tx,
  { id: orderId, userId }: OrderRow,
  productIds: readonly number[],
): Promise<boolean> => {
  const claimed = await tx
    .insert(firstPriceClaims)
    .values(productIds.map((productId) => ({ userId, productId, orderId })))
    .onConflictDoNothing()
    .returning()
  return claimed.length === productIds.length
}

/** False when another pending order of the buyer uses the first recharge. */
export const claimFirstRecharge = async (tx: Tx, { id: orderId, userId }: OrderRow): Promise<boolean> => {
  const claimed = await tx.insert(firstRechargeClaims).values({ userId, orderId }).onConflictDoNothing().returning()
  return claimed.length > 0
}

export const isOwnGroup = async (tx: Tx, userId: number, groupId: number): Promise<boolean> =>
  (await tx.$count(deviceGroups, and(eq(deviceGroups.id, groupId), eq(deviceGroups.userId, userId)))) > 0

/** Locks a user's devices by id; released ones and those of others are left out. */
export const lockOwnDevices = (tx: Tx, userId: number, deviceIds: readonly number[]) =>
  tx
    .select()
    .from(devices)
    .where(and(inArray(devices.id, [...deviceIds]), eq(devices.ownerId, userId), ne(devices.state, 'released')))
    .orderBy(asc(devices.id))
    .for('update')

export const findProduct = async (tx: Tx, id: number): Promise<typeof billableProducts.$inferSelect | undefined> => {
  const [product] = await tx.select().from(billableProducts).where(eq(billableProducts.id, id))
  return product
}

/** Marks devices as being renewed by an unpaid order. */
export const insertRenewalHolds = async (tx: Tx, orderId: number, deviceIds: readonly number[]): Promise<void> => {
  await tx.insert(renewalHolds).values(deviceIds.map((deviceId) => ({ orderId, deviceId })))
}
