import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { returnRefusalOf } from '@yunji/contract/devices/rental/rules'
import type { ReturnRefusal } from '@yunji/contract/devices/rental/schema'
import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { chinaDay, chinaMonth } from '../../../platform/china-time.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { type devices, earlyReturns } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'
import type { OrderRow } from './store.ts'

type DeviceRow = typeof devices.$inferSelect

/** A part of what a device has cost. */
export interface DeviceShare {
  readonly order: OrderRow
  readonly share: typeof orderDevices.$inferSelect
  readonly configId: number
}

/** `YYYY-MM` of a day. */
const MONTH_CHARACTERS = 7

/** The orders that make phones; others only change what is there. */
const CREATING_KINDS: ReadonlySet<OrderRow['kind']> = new Set(['buy', 'seckill', 'bigUser'])

/** What is paid for time of one and the same phone; anything else has made another one of it. */
const PLAIN_KINDS: ReadonlySet<OrderRow['kind']> = new Set([...CREATING_KINDS, 'renew'])

/** Everything that was paid for these devices and has not gone back. */
export const listDeviceShares = (db: Db | Tx, deviceIds: readonly number[]): Promise<DeviceShare[]> =>
  db
    .select({ order: orders, share: orderDevices, configId: billableProducts.configId })
    .from(orderDevices)
    .innerJoin(orders, eq(orders.id, orderDevices.orderId))
    .innerJoin(billableProducts, eq(billableProducts.id, orderDevices.productId))
    .where(and(inArray(orderDevices.deviceId, [...deviceIds]), isNull(orderDevices.returnedAt)))
    .orderBy(asc(orders.id))

/** Early returns of an account in the month that it is in China. */
export const countEarlyReturns = (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  db.$count(
    earlyReturns,
    and(
      eq(earlyReturns.userId, userId),
      gte(earlyReturns.returnedAt, chinaMonth(chinaDay(now).slice(0, MONTH_CHARACTERS)).from),
    ),
  )

/** Why a device with these shares cannot be given back early; nothing when it can. */
export const earlyReturnRefusal = (
  device: DeviceRow,
  shares: readonly DeviceShare[],
  returnsThisMonth: number,
  now: Date,
): ReturnRefusal | null => {
  const refusal = returnRefusalOf(
    {
      state: device.state,
      isBoughtByMoney: !device.isMetered && shares.some(({ order }) => isBoughtByMoney(order)),
      firstStartedAt: device.firstStartedAt?.getTime() ?? null,
      ranMs: runningMs(device, now),
      returnsThisMonth,
    },
    now.getTime(),
  )
  if (refusal) return refusal
  if (!shares.every((share) => isPlain(device, share))) return 'changed'
  // Other phones of its order are still on their way.
  return shares.every(({ order }) => order.state === 'fulfilled') ? null : 'busy'
}

const isPlain = (device: DeviceRow, { order, share, configId }: DeviceShare): boolean =>
  PLAIN_KINDS.has(order.kind) &&
  order.userId === device.ownerId &&
  configId === device.configId &&
  share.carriedAt === null

/** Beans are credit: what they bought does not turn into money again. */
const isBoughtByMoney = ({ kind, payMethod }: OrderRow): boolean =>
  CREATING_KINDS.has(kind) && payMethod !== null && payMethod !== PayMethod.beans

/** How long a phone has been on by now. */
export const runningMs = ({ ranMs, runningSince }: Pick<DeviceRow, 'ranMs' | 'runningSince'>, now: Date): number =>
  ranMs + (runningSince ? Math.max(0, now.getTime() - runningSince.getTime()) : 0)
