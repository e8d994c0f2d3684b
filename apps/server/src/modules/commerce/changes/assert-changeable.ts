import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { next } from '@yunji/contract/machine'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { devices } from '../../../tables/devices.ts'
import { orders } from '../../../tables/orders.ts'

type DeviceRow = typeof devices.$inferSelect

const CHANGE_KINDS: readonly OrderKind[] = ['change', 'video', 'toMonthly']

/** What can be changed at all. */
export const assertChangeableKind = ({ isMetered, configId }: DeviceRow): void => {
  if (isMetered) throw new AppError('SHOW_ERROR_TIP', { text: '按时计费的设备请先转为包月' })
  if (configId === null) throw new AppError('SHOW_ERROR_TIP', { text: '该设备不支持变更配置' })
}

/** What can be changed now: nothing whose time is up, and nothing that is busy. */
export const assertChangeable = (device: DeviceRow, now: Date): void => {
  assertChangeableKind(device)
  if (device.state === 'expired' || device.expiresAt <= now) {
    throw new AppError('SHOW_ERROR_TIP', { text: '设备已到期，请先续费' })
  }
  const step = next(deviceMachine, device.state, 'changeConfiguration')
  if (!step.ok) throw new AppError(step.refusal.code)
}

/** Of two orders for one device the second would find another device than it was priced for. */
export const assertNoOpenOrder = async (tx: Tx, userId: number, deviceIds: readonly number[]): Promise<void> => {
  const isOpen = and(
    eq(orders.userId, userId),
    inArray(orders.state, ['pending', 'paid']),
    inArray(orders.kind, [...CHANGE_KINDS]),
    sql`exists (
      select from jsonb_array_elements_text(${orders.purchase} -> 'deviceIds') named
      where named::bigint = any(${sql.param([...deviceIds])}::bigint[])
    )`,
  )
  if ((await tx.$count(orders, isOpen)) > 0) {
    throw new AppError('SHOW_ERROR_TIP', { text: '设备有未完成的变更订单，请先支付或取消' })
  }
}
