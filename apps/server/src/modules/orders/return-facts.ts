import { PayMethod } from '@yunji/contract/order/enums'
import type { devices } from '../../tables/devices.ts'
import type { OrderRow } from './store.ts'

/** The orders that make phones; others only change what is there. */
const MAKING: ReadonlySet<OrderRow['kind']> = new Set(['buy', 'seckill', 'bigUser'])

/** Beans are credit: what they bought does not turn into money again. */
export const isBoughtByMoney = ({ kind, payMethod }: Pick<OrderRow, 'kind' | 'payMethod'>): boolean =>
  MAKING.has(kind) && payMethod !== null && payMethod !== PayMethod.beans

/** How long a phone has been on by now. */
export const ranMsOf = (
  { ranMs, runningSince }: Pick<typeof devices.$inferSelect, 'ranMs' | 'runningSince'>,
  now: Date,
): number => ranMs + (runningSince ? Math.max(0, now.getTime() - runningSince.getTime()) : 0)
