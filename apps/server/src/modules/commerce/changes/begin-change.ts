import { carriedValueCents } from '@yunji/contract/commerce/change/rules'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { devices } from '../../../tables/devices.ts'
import { beginDeviceTask } from '../../devices/fleet/index.ts'
import { boughtSecondsOf } from './change-quote.ts'
import type { ChangeDeps } from './deps.ts'
import { type ChangeWay, wayTo } from './find-targets.ts'
import { remainingValueOf } from './remaining-value.ts'
import { findConfiguration, insertChange, setChangeTask } from './store.ts'

interface NewChange {
  readonly device: typeof devices.$inferSelect
  readonly price: GoodsPrice
  readonly orderId: number | null
  /** Remaining value, the part of it that the price did not use up, and the amount paid on top. */
  readonly valueCents: number
  readonly surplusCents: number
  readonly paidCents: number
  /** The new time runs from here. */
  readonly quotedAt: Date
}

const taskKinds = {
  configuration: 'changeConfig',
  model: 'changeModel',
  video: 'changeVideo',
} as const satisfies Record<ChangeWay, TaskKind>

const taskKindOf = async (tx: Tx, fromId: number, toId: number) => {
  const [from, to] = await Promise.all([findConfiguration(tx, fromId), findConfiguration(tx, toId)])
  return taskKinds[from && to ? wayTo(from.configuration, to.configuration) : 'configuration']
}

/** Starts the task that changes a device and stores its target. The caller has rented the stock. */
export const beginChange = async (
  deps: Pick<ChangeDeps, 'clock' | 'tasks'>,
  tx: Tx,
  { device, price, orderId, valueCents, surplusCents, paidCents, quotedAt }: NewChange,
): Promise<number> => {
  const { id: deviceId, ownerId: userId, configId } = device
  const now = deps.clock.now()
  const boughtSeconds = boughtSecondsOf(price, surplusCents)
  const carriedCents = carriedValueCents({
    valueCents,
    leftCents: await remainingValueOf(tx, deviceId, now),
    paidCents,
    boughtSeconds,
    passedSeconds: Math.max(0, Math.ceil((now.getTime() - quotedAt.getTime()) / 1000)),
  })
  const change = await insertChange(tx, {
    deviceId,
    userId,
    orderId,
    fromConfigId: configId ?? 0,
    toConfigId: price.configId,
    productId: price.id,
    valueCents: carriedCents,
    paidCents,
    boughtSeconds,
    quotedAt,
    createdAt: now,
  })
  const kind = await taskKindOf(tx, configId ?? 0, price.configId)
  const begun = await beginDeviceTask(deps, tx, { kind, ownerId: userId, deviceIds: [deviceId] })
  const { taskId } = begun
  if (!change || taskId === null) throw new AppError(begun.refusals.get(deviceId) ?? 'GET_DEVICE_FAILED')
  await setChangeTask(tx, change.id, taskId)
  return taskId
}
