import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { devices } from '../../../tables/devices.ts'
import { assertNotInTransfer } from '../../devices/transfers/index.ts'
import { countOpenOrders } from './store.ts'

type DeviceRow = typeof devices.$inferSelect

const CHANGE_KINDS: readonly OrderKind[] = ['change', 'video', 'toMonthly']

/** Refuses trials, metered devices and devices without a configuration. */
export const assertChangeableKind = ({ isMetered, isTrial, configId }: DeviceRow): void => {
  if (isTrial) throw new AppError('SHOW_ERROR_TIP', { text: '试用设备不支持变更配置' })
  if (isMetered) throw new AppError('SHOW_ERROR_TIP', { text: '按时计费的设备请先转为包月' })
  if (configId === null) throw new AppError('SHOW_ERROR_TIP', { text: '该设备不支持变更配置' })
}

/** Also refuses expired and busy devices. */
export const assertChangeable = (device: DeviceRow, now: Date): void => {
  assertChangeableKind(device)
  if (device.state === 'expired' || device.expiresAt <= now) {
    throw new AppError('SHOW_ERROR_TIP', { text: '设备已到期，请先续费' })
  }
  const step = nextStep(deviceMachine, device.state, 'changeConfiguration')
  if (!step.ok) throw new AppError(step.refusal.code)
}

/** Refuses a second order for a device: the first one changes what the second was priced for. So does a new owner. */
export const assertNoOpenOrder = async (tx: Tx, userId: number, deviceIds: readonly number[]): Promise<void> => {
  await assertNotInTransfer(tx, deviceIds)
  if ((await countOpenOrders(tx, userId, deviceIds, CHANGE_KINDS)) > 0) {
    throw new AppError('SHOW_ERROR_TIP', { text: '设备有未完成的变更订单，请先支付或取消' })
  }
}
