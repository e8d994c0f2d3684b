import type { OrderDetail, OrderDevice, OrderRefund } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { returnUntil } from '@yunji/contract/devices/rental/rules'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { countEarlyReturns, earlyReturnRefusal, listDeviceShares } from '../early-returns/index.ts'
import type { OrderDeps } from './deps.ts'
import { findOrderGoods } from './order-goods.ts'
import { toOrderInfo } from './order-info.ts'
import { listDevices, listOpenRefunds, listRefundEntries } from './query-store.ts'
import { findOrder, type OrderRow } from './store.ts'

/** An order with its devices and its refunds. */
export const getOrderInfo =
  ({ database: { db }, clock }: OrderDeps) =>
  async ({ userId }: Caller, orderId: number): Promise<OrderDetail> => {
    const order = await findOrder(db, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    const [phones, returned, goods] = await Promise.all([
      belongsToRedeemers(order) ? [] : listPhones(db, order, clock.now()),
      listRefunds(db, order),
      findOrderGoods(db, [order]),
    ])
    return { ...toOrderInfo(order), goods: goods.get(orderId) ?? null, devices: phones, refunds: returned }
  }

/** Devices of activation codes belong to the redeemers, not to the buyer of the codes. */
export const belongsToRedeemers = ({ kind }: OrderRow): boolean => kind === 'codes'

const listPhones = async (db: Db, order: OrderRow, now: Date): Promise<OrderDevice[]> => {
  const rows = await listDevices(db, order.id)
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
  const entries = await listRefundEntries(db, id)
  const open = await listOpenRefunds(db, id)
  const way = { payMethod: payMethod ?? PayMethod.balance }
  return [
    ...entries.map(({ key, amountCents, createdAt }) => {
      const at = createdAt.getTime()
      // Support may have refunded to the balance what the provider could not complete.
      const entryWay = key.endsWith(':balance') ? { payMethod: PayMethod.balance } : way
      return { ...entryWay, amountCents, state: 'refunded' as const, createdAt: at, endedAt: at }
    }),
    ...open.map(({ amountCents, createdAt }) => ({
      ...way,
      amountCents,
      state: 'refunding' as const,
      createdAt: createdAt.getTime(),
      endedAt: null,
    })),
  ]
}
