import type { OrderDetail, OrderDevice, OrderRefund } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { returnUntil } from '@yunji/contract/devices/rental/rules'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { refunds } from '../../../tables/payments.ts'
import { countEarlyReturns, earlyReturnRefusal, listDeviceShares } from './early-return.ts'
import type { OrderDeps } from './expire-orders.ts'
import { toOrderInfo } from './order-info.ts'
import { findOrder, type OrderRow } from './store.ts'

/** An order with the phones that it became, and the money that went back. */
export const getOrderInfo =
  ({ database: { db }, clock }: OrderDeps) =>
  async ({ userId }: Caller, orderId: number): Promise<OrderDetail> => {
    const order = await findOrder(db, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    const [phones, returned] = await Promise.all([
      belongsToRedeemers(order) ? [] : listPhones(db, order, clock.now()),
      listRefunds(db, order),
    ])
    return { ...toOrderInfo(order), devices: phones, refunds: returned }
  }

/** Phones of codes are their redeemers', whoever bought the codes. */
export const belongsToRedeemers = ({ kind }: OrderRow): boolean => kind === 'codes'

const listPhones = async (db: Db, order: OrderRow, now: Date): Promise<OrderDevice[]> => {
  const rows = await db
    .select({ device: devices, share: orderDevices })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, order.id))
    .orderBy(asc(devices.id))
  if (rows.length === 0) return []
  const [shares, returns] = await Promise.all([
    listDeviceShares(
      db,
      rows.map(({ device }) => device.id),
    ),
    countEarlyReturns(db, order.userId, now),
  ])
  return rows.map(({ device, share }) => {
    const isOwn = device.ownerId === order.userId && share.returnedAt === null
    const own = shares.filter(({ share: { deviceId } }) => deviceId === device.id)
    const refusal = isOwn ? earlyReturnRefusal(device, own, returns, now) : 'returned'
    return {
      deviceId: device.id,
      name: device.name,
      state: device.state,
      paidCents: share.paidCents,
      expiresAt: device.expiresAt.getTime(),
      returnedAt: share.returnedAt?.getTime() ?? null,
      returnUntil: refusal === null ? returnUntil(device.firstStartedAt?.getTime() ?? null) : null,
      returnRefusal: refusal,
    }
  })
}

const listRefunds = async (db: Db, { id, payMethod }: OrderRow): Promise<OrderRefund[]> => {
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, id), eq(ledgerEntries.reason, 'orderRefund')))
    .orderBy(asc(ledgerEntries.id))
  const owed = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, id), ne(refunds.state, 'refunded')))
    .orderBy(asc(refunds.id))
  const way = { payMethod: payMethod ?? PayMethod.balance }
  return [
    ...entries.map(({ key, amountCents, createdAt }) => {
      const at = createdAt.getTime()
      // A person may have sent it to the buyer's balance where the provider could not bring it.
      const entryWay = key.endsWith(':balance') ? { payMethod: PayMethod.balance } : way
      return { ...entryWay, amountCents, state: 'refunded' as const, createdAt: at, endedAt: at }
    }),
    ...owed.map(({ amountCents, createdAt }) => ({
      ...way,
      amountCents,
      state: 'refunding' as const,
      createdAt: createdAt.getTime(),
      endedAt: null,
    })),
  ]
}
