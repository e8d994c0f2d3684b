import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { returnRefusalTexts, returnUntil } from '@yunji/contract/devices/rental/rules'
import type { ReturnTerms } from '@yunji/contract/devices/rental/schema'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import {
  countEarlyReturns,
  type DeviceShare,
  earlyReturnRefusal,
  listDeviceShares,
  runningMs,
} from '../../commerce/early-returns/index.ts'
import { type LockedOrder, lockOrder, settleReturnedDevices } from '../../commerce/orders/index.ts'
import { refundPart } from '../../commerce/refunds/index.ts'
import { type DeviceRow, isAnyOf, transition } from '../fleet/index.ts'
import { assertNotInTransfer } from '../transfers/index.ts'
import { deleteDevice } from './delete-device.ts'
import type { RentalDeps } from './deps.ts'
import { findOwnDevice, insertReturn, lockReturns, markReturned } from './store.ts'

/** Refund of a return at this time. */
export const getReturnTerms =
  ({ database: { db }, clock }: RentalDeps) =>
  async ({ userId }: Caller, deviceId: number): Promise<ReturnTerms> => {
    const device = await findOwnDevice(db, userId, deviceId)
    if (!device) throw new AppError('GET_DEVICE_FAILED')
    const now = clock.now()
    return termsOf(device, await listDeviceShares(db, [deviceId]), await countEarlyReturns(db, userId, now), now)
  }

/** Returns a device within the refund rule: releases its phone and refunds every payment by its own method. */
export const returnDevice =
  (deps: RentalDeps) =>
  ({ userId }: Caller, deviceId: number): Promise<ReturnTerms> =>
    deps.database.db.transaction(async (tx) => {
      const now = deps.clock.now()
      await lockReturns(tx, userId)
      const locked = await lockOrders(tx, await listDeviceShares(tx, [deviceId]))
      const [device] = await lockDevices(tx, [deviceId])
      if (device?.ownerId !== userId) throw new AppError('GET_DEVICE_FAILED')
      const shares = await listDeviceShares(tx, [deviceId])
      const terms = termsOf(device, shares, await countEarlyReturns(tx, userId, now), now)
      if (terms.refusal) throw new AppError('SHOW_ERROR_TIP', { text: returnRefusalTexts[terms.refusal] })
      await assertNotInTransfer(tx, [deviceId])
      if (device.state === 'running') await transition(tx, 'stop', now, isAnyOf([deviceId]))
      await deleteDevice(tx, deps.jobs, deviceId, now)
      await insertReturn(tx, { deviceId, userId, returnedAt: now })
      for (const { order, share } of shares) {
        await payShareBack(deps, tx, locked.get(order.id) ?? (await lockOrder(tx, order.id)), share, now)
      }
      return terms
    })

const payShareBack = async (
  deps: RentalDeps,
  tx: Tx,
  order: LockedOrder,
  { deviceId, paidCents: amountCents }: DeviceShare['share'],
  now: Date,
): Promise<void> => {
  await markReturned(tx, order.id, deviceId, now)
  const key = `order:${order.id}:device:${deviceId}:refund`
  await refundPart(tx, deps, order, { key, amountCents, deviceId }, now)
  await settleReturnedDevices(tx, deps, order, now)
}

const termsOf = (
  device: DeviceRow,
  shares: readonly DeviceShare[],
  returnsThisMonth: number,
  now: Date,
): ReturnTerms => {
  const firstStartedAt = device.firstStartedAt?.getTime() ?? null
  const ranMs = runningMs(device, now)
  // Payments of other users, for a code or before a transfer, are not revealed; such a device cannot be returned.
  const own = shares.filter(({ order }) => order.userId === device.ownerId)
  return {
    deviceId: device.id,
    refusal: earlyReturnRefusal(device, shares, returnsThisMonth, now),
    amountCents: own.reduce((sum, { share }) => sum + share.paidCents, 0),
    parts: own.map(({ order, share }) => ({
      orderId: order.id,
      amountCents: share.paidCents,
      payMethod: order.payMethod ?? PayMethod.balance,
    })),
    returnUntil: returnUntil(firstStartedAt),
    ranMs,
  }
}

/** Orders are locked before devices and in order of id, as everywhere. */
const lockOrders = async (tx: Tx, shares: readonly DeviceShare[]): Promise<ReadonlyMap<number, LockedOrder>> => {
  const ids = new Set(shares.map(({ order }) => order.id))
  const locked = new Map<number, LockedOrder>()
  for (const id of [...ids].toSorted((a, b) => a - b)) locked.set(id, await lockOrder(tx, id))
  return locked
}
