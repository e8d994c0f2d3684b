import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { returnRefusalOf } from '@yunji/contract/devices/rental/rules'
import type { ReturnRefusal } from '@yunji/contract/devices/rental/schema'
import { chinaDay, chinaMonth } from '../../../platform/china-time.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { devices } from '../../../tables/devices.ts'
import type { orders } from '../../../tables/orders.ts'
import { countReturnsSince, type DeviceShare } from './store.ts'

type DeviceRow = typeof devices.$inferSelect
type OrderRow = typeof orders.$inferSelect

/** `YYYY-MM` of a day. */
const MONTH_CHARACTERS = 7

/** Kinds of orders that create phones. */
const CREATING_KINDS: ReadonlySet<OrderRow['kind']> = new Set(['buy', 'seckill', 'bigUser'])

/** Kinds that buy time for an unchanged phone. */
const PLAIN_KINDS: ReadonlySet<OrderRow['kind']> = new Set([...CREATING_KINDS, 'renew'])

/** Early returns of an account in the current month of China. */
export const countEarlyReturns = (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  countReturnsSince(db, userId, chinaMonth(chinaDay(now).slice(0, MONTH_CHARACTERS)).from)

/** Why a device with these shares cannot be returned early; null when it can. */
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
  // Other phones of the order are still being created.
  return shares.every(({ order }) => order.state === 'fulfilled') ? null : 'busy'
}

const isPlain = (device: DeviceRow, { order, share, configId }: DeviceShare): boolean =>
  PLAIN_KINDS.has(order.kind) &&
  order.userId === device.ownerId &&
  configId === device.configId &&
  share.carriedAt === null

/** Purchases in beans are not refunded in money. */
const isBoughtByMoney = ({ kind, payMethod }: OrderRow): boolean =>
  CREATING_KINDS.has(kind) && payMethod !== null && payMethod !== PayMethod.beans

/** Time that a phone has been on. */
export const runningMs = ({ ranMs, runningSince }: Pick<DeviceRow, 'ranMs' | 'runningSince'>, now: Date): number =>
  ranMs + (runningSince ? Math.max(0, now.getTime() - runningSince.getTime()) : 0)
