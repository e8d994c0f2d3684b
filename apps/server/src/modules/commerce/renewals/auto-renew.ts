import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { AUTO_RENEW_AHEAD_MS, AUTO_RENEW_RETRY_MS } from '@yunji/contract/commerce/renewal/rules'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { renewDevices } from '../fulfilment/index.ts'
import { payAutoRenewal } from '../payments/index.ts'
import { createRenewal } from '../purchases/index.ts'
import type { RenewalDeps } from './deps.ts'
import {
  type AutoRenewalRow,
  type DeviceRow,
  type DueRenewal,
  deleteAutoRenewal,
  findDevice,
  isBeingRenewed,
  listDueRenewals,
  lockDueRenewal,
  scheduleRetry,
  tryLockDevice,
} from './store.ts'

const BATCH_SIZE = 100

/** Renews devices whose automatic renewal is due, each in a transaction of its own. Any process may run it. */
export const autoRenewDevices = (deps: RenewalDeps) => {
  const fields = ({ deviceId }: DueRenewal) => ({ deviceId })
  const work = { job: 'renewals.auto', log: deps.log, fields, backoff: createBackoff(deps.clock) }
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const due = readPages<DueRenewal>(BATCH_SIZE, (after, limit) =>
      listDueRenewals(deps.database.db, now, limit, after),
    )
    await forEachRow(work, due, ({ deviceId }) => renewOrReport(deps, deviceId))
  }
}

const renewOrReport = async (deps: RenewalDeps, deviceId: number): Promise<void> => {
  const { db } = deps.database
  try {
    await db.transaction((tx) => withDueRenewal(deps, tx, deviceId, (device, auto) => renewOne(deps, tx, device, auto)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.message
    await db.transaction((tx) =>
      withDueRenewal(deps, tx, deviceId, (device) => reportFailure(deps, tx, device, reason)),
    )
  }
}

type Work = (device: DeviceRow, auto: AutoRenewalRow) => Promise<void>

/** Locks the device before its setting, as everywhere. A device that another process has locked is renewed there. */
const withDueRenewal = async ({ clock }: RenewalDeps, tx: Tx, deviceId: number, work: Work): Promise<void> => {
  const now = clock.now()
  const device = await tryLockDevice(tx, deviceId)
  if (!device) return
  const auto = await lockDueRenewal(tx, deviceId, now)
  if (!auto) return
  if (device.ownerId !== auto.userId || device.isMetered || device.state === 'released') {
    return deleteAutoRenewal(tx, deviceId)
  }
  const firstTryAt = later(device.expiresAt, -AUTO_RENEW_AHEAD_MS)
  const mustWait = device.state === 'changingConfiguration' || (await isBeingRenewed(tx, deviceId))
  const waitsFor = firstTryAt > now ? firstTryAt : mustWait && later(now, ORDER_LIFETIME_MS)
  if (waitsFor) await scheduleRetry(tx, deviceId, waitsFor)
  else await work(device, auto)
}

/**
 * Creates, pays and fulfils the order in one transaction. The key names the device and the end of its time, so that no period
 * is paid twice.
 */
const renewOne = async (
  deps: RenewalDeps,
  tx: Tx,
  { id: deviceId, name: deviceName, expiresAt: oldEnd }: DeviceRow,
  { userId, productId, payMethod }: AutoRenewalRow,
): Promise<void> => {
  const now = deps.clock.now()
  const order = await createRenewal(tx, { userId, deviceIds: [deviceId], id: productId }, now)
  const key = `device:${deviceId}:autoRenew:${oldEnd.getTime()}`
  const paid = await payAutoRenewal(tx, order, { deviceId, payMethod, key }, now)
  await renewDevices(deps, tx, paid)
  const renewed = await findDevice(tx, deviceId)
  const expiresAt = renewed?.expiresAt.getTime() ?? 0
  const isBeans = payMethod === PayMethod.beans
  const payload = { deviceId, deviceName, amountCents: order.payableCents, isBeans, expiresAt }
  await deps.outbox.add(tx, { event: 'autoRenewed', userId, key, payload })
}

/** Schedules a retry and notifies the owner, once for each end of the device's time. */
const reportFailure = async (
  { clock, outbox }: RenewalDeps,
  tx: Tx,
  { id: deviceId, name: deviceName, ownerId: userId, expiresAt: end }: DeviceRow,
  reason: string,
): Promise<void> => {
  await scheduleRetry(tx, deviceId, later(clock.now(), AUTO_RENEW_RETRY_MS), reason)
  const expiresAt = end.getTime()
  const key = `device:${deviceId}:autoRenewFailed:${expiresAt}`
  await outbox.add(tx, { event: 'autoRenewFailed', userId, key, payload: { deviceId, deviceName, expiresAt, reason } })
}
