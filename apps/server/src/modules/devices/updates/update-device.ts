import type { upgradeDevice as call } from '@yunji/contract/devices/update/calls'
import type { UpdateTerms } from '@yunji/contract/devices/update/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { assertNoOpenOrder } from '../../commerce/changes/index.ts'
import type { CoverAddresses } from '../covers/index.ts'
import { beginDeviceTask, type DeviceRow } from '../fleet/index.ts'
import { assertMovable, getOwnDevice, lockOwnDevice, obstacleOf } from '../moves/index.ts'
import { assertNotInTransfer } from '../transfers/index.ts'
import { findImages } from './find-images.ts'

export interface UpdateDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
  readonly suppliers: Suppliers
  readonly tasks: Pick<Tasks, 'begin'>
}

const assertUpdatable = async ({ suppliers, clock }: UpdateDeps, tx: Tx | Db, device: DeviceRow): Promise<void> => {
  const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })
  if (!suppliers.of(device.supplierType).updateImage) throw refuse('该设备的系统由供应商维护，无需更新')
  if (device.state === 'faulty') throw refuse('设备暂时连接不上，恢复后才能更新')
  assertMovable(device, 'update', clock.now())
  await assertNotInTransfer(tx, [device.id])
}

export const getUpdateTerms =
  (deps: UpdateDeps) =>
  async (caller: Caller, deviceId: number): Promise<UpdateTerms> => {
    const { device, toMovingDevice } = await getOwnDevice(deps, caller, deviceId)
    const obstacle = await obstacleOf(() => assertUpdatable(deps, deps.database.db, device))
    return { device: toMovingDevice(obstacle), ...(await findImages(deps.database.db, device)) }
  }

export const upgradeDevice =
  (deps: UpdateDeps) =>
  async (tx: Tx, caller: Caller, { deviceId, version }: CallArguments<typeof call>): Promise<{ taskId: number }> => {
    const device = await lockOwnDevice(tx, caller, deviceId)
    await assertUpdatable(deps, tx, device)
    // A pending change is priced and stocked for the phone as it is.
    await assertNoOpenOrder(tx, caller.userId, [deviceId])
    const { next } = await findImages(tx, device)
    if (next === null) throw new AppError('SHOW_ERROR_TIP', { text: '已经是最新版本' })
    if (next.version !== version) throw new AppError('SHOW_ERROR_TIP', { text: '有更新的版本，请确认后再试' })
    const task = { kind: 'updateSystem', ownerId: caller.userId, deviceIds: [deviceId] } as const
    const { taskId, refusals } = await beginDeviceTask(deps, tx, task)
    if (taskId === null) throw new AppError(refusals.get(deviceId) ?? 'GET_DEVICE_FAILED')
    return { taskId }
  }
