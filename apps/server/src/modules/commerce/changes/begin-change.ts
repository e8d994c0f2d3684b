import { carriedValueCents } from '@yunji/contract/commerce/change/rules'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import type { devices } from '../../../tables/devices.ts'
import { beginDeviceTask } from '../../devices/fleet/index.ts'
import { boughtSecondsOf } from './change-quote.ts'
import type { ChangeDeps } from './deps.ts'
import { remainingValueOf } from './remaining-value.ts'

interface NewChange {
  readonly device: typeof devices.$inferSelect
  readonly price: GoodsPrice
  readonly orderId: number | null
  /** What it was still worth, how much of that the price did not use up, and what was paid beside it. */
  readonly valueCents: number
  readonly surplusCents: number
  readonly paidCents: number
  /** From then on the new time runs. */
  readonly quotedAt: Date
}

/** The device becomes busy, and what it is to become is written down beside the task. Its place is rented already. */
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
  const [change] = await tx
    .insert(deviceChanges)
    .values({
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
    .returning({ id: deviceChanges.id })
  const begun = await beginDeviceTask(deps, tx, { kind: 'changeConfig', ownerId: userId, deviceIds: [deviceId] })
  const { taskId } = begun
  if (!change || taskId === null) throw new AppError(begun.refusals.get(deviceId) ?? 'GET_DEVICE_FAILED')
  await tx.update(deviceChanges).set({ taskId }).where(eq(deviceChanges.id, change.id))
  return taskId
}
