import { renewRefusalTexts } from '@yunji/contract/commerce/renewal/rules'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { extendDevice } from '../../devices/fleet/index.ts'
import type { CodeRow } from '../activation/index.ts'
import { getCodeProduct, insertShare } from './store.ts'

const HOUR_MS = 3_600_000

interface Renewed {
  readonly userId: number
  readonly deviceId: number
}

/** Extends the caller's device of the same configuration, as a renewal paid now. */
export const renewByCode = async (
  { outbox }: { outbox: Outbox },
  tx: Tx,
  code: CodeRow,
  { userId, deviceId }: Renewed,
  now: Date,
): Promise<{ deviceId: number; expiresAt: Date }> => {
  const [device] = await lockDevices(tx, [deviceId])
  if (device?.ownerId !== userId || device.state === 'released') throw new AppError('NOT_FOUND')
  if (device.state === 'changingConfiguration')
    throw new AppError('SHOW_ERROR_TIP', { text: renewRefusalTexts.changing })
  const { product } = await getCodeProduct(tx, code.productId)
  if (device.isTrial) throw new AppError('SHOW_ERROR_TIP', { text: renewRefusalTexts.trial })
  if (device.isMetered || device.configId !== product.configId || !nextStep(deviceMachine, device.state, 'renew').ok) {
    throw new AppError('SHOW_ERROR_TIP', { text: '该激活码不能为这台设备续费' })
  }
  const { id: productId, goodTimeHours } = product
  const boughtMs = goodTimeHours * HOUR_MS
  const { startsAt, expiresAt } = await extendDevice(tx, device, { productId, boughtMs, paidAt: now }, now)
  await insertShare(tx, code, { deviceId, productId, boughtSeconds: boughtMs / 1000, startsAt })
  const payload = { deviceId, deviceName: device.name, expiresAt: expiresAt.getTime() }
  await outbox.add(tx, { event: 'codeRedeemed', userId, key: `code-${code.id}-redeemed`, payload })
  return { deviceId, expiresAt }
}
