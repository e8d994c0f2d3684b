import type { changeZone as changeZoneCall, replaceDevice as replaceCall } from '@yunji/contract/devices/move/calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError, falseOn } from '../../../platform/errors.ts'
import { attributeToOperator } from '../../../platform/operators/audit.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { rentUnreservedStock } from '../../commerce/catalogue/index.ts'
import { assertNoOpenOrder } from '../../commerce/changes/index.ts'
import { transfer } from '../../commerce/ledger/index.ts'
import { beginDeviceTask, type DeviceRow, phoneSwap } from '../fleet/index.ts'
import { assertMovable, assertReplaceable, assertZoneChangeable, obstacleOf, zoneChangePrice } from './move-terms.ts'
import { findMovePart, insertMove, type MoveRow, setMoveTask } from './store.ts'

interface MoveDeps {
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
}

export const lockOwnDevice = async (tx: Tx, { userId }: Caller, deviceId: number): Promise<DeviceRow> => {
  const [device] = await lockDevices(tx, [deviceId])
  if (device?.ownerId !== userId || device.state === 'released') throw new AppError('GET_DEVICE_FAILED')
  return device
}

interface NewMove extends Pick<MoveRow, 'kind' | 'toZoneId' | 'keepsData' | 'reason' | 'costBeans'> {
  readonly device: DeviceRow
}

/** Holds a unit of stock for the new phone and begins the task; the caller has locked and checked the device. */
const beginMove = async (deps: MoveDeps, tx: Tx, { device, ...terms }: NewMove): Promise<number> => {
  const { id: deviceId, ownerId: userId, zoneId: fromZoneId } = device
  const configId = device.configId ?? 0
  const now = deps.clock.now()
  // A pending change is priced and stocked for the phone as it is.
  await assertNoOpenOrder(tx, userId, [deviceId])
  await rentUnreservedStock(tx, { zoneId: terms.toZoneId, configId, quantity: 1 })
  const moveId = await insertMove(tx, { ...terms, deviceId, userId, fromZoneId, configId, createdAt: now })
  if (terms.costBeans > 0) {
    const accounts = { from: { userId, kind: 'beans' }, to: { kind: 'revenue' } } as const
    const entry = { key: `move:${moveId}:paid`, reason: 'zoneChange', amountCents: terms.costBeans, deviceId } as const
    await transfer(tx, { ...entry, ...accounts }, now)
  }
  const kind = terms.kind === 'replace' ? 'replaceDevice' : 'changeZone'
  const { taskId, refusals } = await beginDeviceTask(deps, tx, { kind, ownerId: userId, deviceIds: [deviceId] })
  if (taskId === null) throw new AppError(refusals.get(deviceId) ?? 'GET_DEVICE_FAILED')
  const part = await findMovePart(tx, taskId, deviceId)
  await setMoveTask(tx, moveId, { taskId, phoneId: part && phoneSwap.newPhoneId(part) })
  return taskId
}

export const replaceDevice =
  (deps: MoveDeps) =>
  async (tx: Tx, caller: Caller, input: CallArguments<typeof replaceCall>): Promise<{ taskId: number }> => {
    const { deviceId, reason, keepsData } = input
    const device = await lockOwnDevice(tx, caller, deviceId)
    await assertReplaceable(tx, device, deps.clock.now())
    if (keepsData && device.state === 'faulty') {
      throw new AppError('SHOW_ERROR_TIP', { text: '设备没有响应，读不到数据，请选择不保留数据' })
    }
    const terms = { kind: 'replace', toZoneId: device.zoneId, keepsData, reason, costBeans: 0 } as const
    return { taskId: await beginMove(deps, tx, { device, ...terms }) }
  }

const byPlace = (one: DeviceRow, other: DeviceRow): number =>
  one.zoneId - other.zoneId || (one.configId ?? 0) - (other.configId ?? 0) || one.id - other.id

const WORKING: ReadonlySet<string> = new Set(['running', 'stopped'])

/**
 * Another phone for devices without a fault, as their owners replace them, but without data and without the limit of one a
 * day. Devices that cannot get one, or for which there is none, are left out.
 */
export const replaceWorkingDevices =
  ({ database: { db }, ...deps }: MoveDeps & { readonly database: Database }) =>
  (deviceIds: readonly number[]): Promise<{ deviceIds: number[] }> =>
    db.transaction(async (tx) => {
      const working = (await lockDevices(tx, [...new Set(deviceIds)])).filter(({ state }) => WORKING.has(state))
      const begun: number[] = []
      await attributeToOperator(tx)
      // Rows of stock are locked in one order: two batches never deadlock.
      for (const device of working.toSorted(byPlace)) {
        const obstacle = await obstacleOf(async () => {
          assertMovable(device, 'replace', deps.clock.now())
          await assertNoOpenOrder(tx, device.ownerId, [device.id])
        })
        if (obstacle !== '') continue
        const terms = { kind: 'replace', toZoneId: device.zoneId, keepsData: false, reason: '', costBeans: 0 } as const
        // Stock is taken first: nothing else has been written where there is none.
        const hasBegun = await beginMove(deps, tx, { device, ...terms }).then(() => true, falseOn('OUT_OF_STOCK'))
        if (hasBegun) begun.push(device.id)
      }
      return { deviceIds: begun }
    })

export const changeZone =
  (deps: MoveDeps) =>
  async (tx: Tx, caller: Caller, input: CallArguments<typeof changeZoneCall>): Promise<{ taskId: number }> => {
    const { deviceId, zoneId: toZoneId, costBeans: shownBeans } = input
    const now = deps.clock.now()
    const device = await lockOwnDevice(tx, caller, deviceId)
    await assertZoneChangeable(tx, device, now)
    if (toZoneId === device.zoneId) throw new AppError('SHOW_ERROR_TIP', { text: '设备已经在这个区域' })
    const { costBeans } = await zoneChangePrice(tx, deviceId, now)
    if (costBeans !== shownBeans) {
      const data = { sentCents: shownBeans, currentCents: costBeans, differenceCents: costBeans - shownBeans }
      throw new AppError('ORDER_PRICE_INCONSISTENT', { text: '更换费用已变化，请确认后再试', data })
    }
    const terms = { kind: 'zone', toZoneId, keepsData: true, reason: '', costBeans } as const
    return { taskId: await beginMove(deps, tx, { device, ...terms }) }
  }
