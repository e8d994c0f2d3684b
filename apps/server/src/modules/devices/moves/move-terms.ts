import { type GoodsLevel, InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { inventoryStatusOf } from '@yunji/contract/commerce/commodity/terms'
import { DeviceButton } from '@yunji/contract/devices/device/enums'
import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import { ZONE_CHANGE_FREE_EVERY_MS, zoneChangeCostBeans } from '@yunji/contract/devices/device/rules'
import { REPLACE_EVERY_MS } from '@yunji/contract/devices/move/rules'
import type { MovingDevice, ReplaceTerms, ZoneTerms } from '@yunji/contract/devices/move/schema'
import { nextStep } from '@yunji/contract/machine'
import { formatChinaTime } from '../../../platform/china-time.ts'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { assertButton } from '../../../platform/device-access.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { zoneStock } from '../../../tables/catalogue.ts'
import { findWallet } from '../../commerce/ledger/index.ts'
import type { CoverAddresses } from '../covers/index.ts'
import type { DeviceRow } from '../fleet/index.ts'
import { assertNotInTransfer } from '../transfers/index.ts'
import { findLastFreeZoneChangeAt, findLastReplacedAt, findOwnDevice, findStock, listOtherZones } from './store.ts'

interface TermsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
}

const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

/** Throws what keeps a device from getting another phone. */
export const assertMovable = (device: DeviceRow, event: DeviceEvent, now: Date): void => {
  if (device.configId === null) throw refuse('该设备不支持更换')
  // Another phone or zone would go round the bounds on trials.
  if (device.isTrial) throw refuse('试用设备不支持更换')
  if (device.state === 'expired' || (device.expiresAt <= now && !device.isMetered)) throw refuse('设备已到期，请先续费')
  const step = nextStep(deviceMachine, device.state, event)
  if (!step.ok) throw new AppError(step.refusal.code)
}

export const assertReplaceable = async (tx: Tx | Db, device: DeviceRow, now: Date): Promise<void> => {
  assertMovable(device, 'replace', now)
  await assertNotInTransfer(tx, [device.id])
  const last = await findLastReplacedAt(tx, device.id)
  const nextAt = last && later(last, REPLACE_EVERY_MS)
  if (nextAt && nextAt > now) throw refuse(`每台设备每天可更换一次，${formatChinaTime(nextAt)} 后可以再次更换`)
}

export const assertZoneChangeable = async (tx: Tx | Db, device: DeviceRow, now: Date): Promise<void> => {
  assertButton(device, DeviceButton.zoneChangeOpType)
  if (device.state === 'faulty') throw refuse('设备暂时连接不上，恢复后才能更换区域')
  assertMovable(device, 'changeZone', now)
  await assertNotInTransfer(tx, [device.id])
}

/** Text of what an assertion throws; empty when it passes. */
export const obstacleOf = async (assertion: () => Promise<void> | void): Promise<string> => {
  try {
    await assertion()
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message || answerOf(error.error).text
    throw error
  }
}

const statusOf = (stock: typeof zoneStock.$inferSelect | undefined): InventoryStatus =>
  stock
    ? inventoryStatusOf(stock.capacity - stock.reserved - stock.rented, stock.capacity)
    : InventoryStatus.insufficient

/** A foreign or released device is refused like a missing one. */
export const getOwnDevice = async ({ database: { db }, covers }: TermsDeps, { userId }: Caller, deviceId: number) => {
  const own = await findOwnDevice(db, userId, deviceId)
  if (!own) throw new AppError('GET_DEVICE_FAILED')
  const { device, zone } = own
  const toMovingDevice = (obstacle: string): MovingDevice => ({
    deviceId,
    name: device.name,
    goodsLevel: device.goodsLevel as GoodsLevel,
    zoneId: zone.id,
    zoneName: zone.name,
    state: device.state,
    expiresAt: device.expiresAt.getTime(),
    cover: covers.addressOf(userId, deviceId),
    obstacle,
    configId: device.configId,
  })
  return { ...own, toMovingDevice }
}

export const getReplaceTerms =
  (deps: TermsDeps) =>
  async (caller: Caller, deviceId: number): Promise<ReplaceTerms> => {
    const { db } = deps.database
    const { device, toMovingDevice } = await getOwnDevice(deps, caller, deviceId)
    const obstacle = await obstacleOf(() => assertReplaceable(db, device, deps.clock.now()))
    return {
      device: toMovingDevice(obstacle),
      inventoryStatus: statusOf(await findStock(db, device.zoneId, device.configId ?? 0)),
      canKeepData: device.state !== 'faulty',
    }
  }

/** Price of the next change of zone, and when it is free again. */
export const zoneChangePrice = async (tx: Tx | Db, deviceId: number, now: Date) => {
  const last = await findLastFreeZoneChangeAt(tx, deviceId)
  const costBeans = zoneChangeCostBeans(last?.getTime() ?? null, now.getTime())
  return { costBeans, freeAgainAt: last && costBeans > 0 ? last.getTime() + ZONE_CHANGE_FREE_EVERY_MS : null }
}

export const getZoneTerms =
  (deps: TermsDeps) =>
  async (caller: Caller, deviceId: number): Promise<ZoneTerms> => {
    const { db } = deps.database
    const now = deps.clock.now()
    const { device, zone, toMovingDevice } = await getOwnDevice(deps, caller, deviceId)
    const obstacle = await obstacleOf(() => assertZoneChangeable(db, device, now))
    const found = await listOtherZones(db, deps.clock, device)
    return {
      device: toMovingDevice(obstacle),
      gatewayUrl: zone.gatewayUrl ?? '',
      ...(await zoneChangePrice(db, deviceId, now)),
      beans: (await findWallet(db, caller.userId)).beansCents,
      zones: found.map(({ zone: { id: zoneId, name, gatewayUrl }, stock }) => ({
        zoneId,
        name,
        inventoryStatus: statusOf(stock),
        gatewayUrl: gatewayUrl ?? '',
      })),
    }
  }
