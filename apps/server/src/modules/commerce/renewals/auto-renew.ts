import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { AUTO_RENEW_AHEAD_MS, AUTO_RENEW_RETRY_MS } from '@yunji/contract/commerce/renewal/rules'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { devices } from '../../../tables/devices.ts'
import { autoRenewals, renewalHolds } from '../../../tables/renewals.ts'
import { renewDevices } from '../fulfilment/index.ts'
import { transfer } from '../ledger/index.ts'
import { createRenewal, markOrderPaid } from '../orders/index.ts'
import type { RenewalDeps } from './deps.ts'
import type { AutoRenewalRow } from './store.ts'

type DeviceRow = typeof devices.$inferSelect

const BATCH_SIZE = 100

/** Renews what is to renew itself. Any process may do it; each device is a transaction of its own. */
export const autoRenewDevices = (deps: RenewalDeps) => {
  const fields = ({ deviceId }: DueRenewal) => ({ deviceId })
  const work = { job: 'renewals.auto', log: deps.log, fields, backoff: createBackoff(deps.clock) }
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const due = readPages<DueRenewal>(BATCH_SIZE, (after, limit) => listDueRenewals(deps, now, limit, after))
    await forEachRow(work, due, ({ deviceId }) => renewOrReport(deps, deviceId))
  }
}

type DueRenewal = Pick<AutoRenewalRow, 'deviceId' | 'nextTryAt'>

const listDueRenewals = (
  { database: { db } }: RenewalDeps,
  now: Date,
  limit: number,
  last: DueRenewal | undefined,
): Promise<DueRenewal[]> =>
  db
    .select({ deviceId: autoRenewals.deviceId, nextTryAt: autoRenewals.nextTryAt })
    .from(autoRenewals)
    .where(
      and(
        lte(autoRenewals.nextTryAt, now),
        last &&
          sql`(${autoRenewals.nextTryAt}, ${autoRenewals.deviceId}) > (${last.nextTryAt}::timestamptz, ${last.deviceId}::bigint)`,
      ),
    )
    .orderBy(asc(autoRenewals.nextTryAt), asc(autoRenewals.deviceId))
    .limit(limit)

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

/** Device before setting, as everywhere; what another process holds is its own to renew. */
const withDueRenewal = async ({ clock }: RenewalDeps, tx: Tx, deviceId: number, work: Work): Promise<void> => {
  const now = clock.now()
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update', { skipLocked: true })
  if (!device) return
  const isDue = and(eq(autoRenewals.deviceId, deviceId), lte(autoRenewals.nextTryAt, now))
  const [auto] = await tx.select().from(autoRenewals).where(isDue).for('update')
  if (!auto) return
  if (device.ownerId !== auto.userId || device.isMetered || device.state === 'released') {
    await tx.delete(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
    return
  }
  const firstTryAt = later(device.expiresAt, -AUTO_RENEW_AHEAD_MS)
  const isInTheWay = device.state === 'changingConfiguration' || (await isBeingRenewed(tx, deviceId))
  const waitsFor = firstTryAt > now ? firstTryAt : isInTheWay && later(now, ORDER_LIFETIME_MS)
  if (waitsFor) await scheduleRetry(tx, deviceId, waitsFor)
  else await work(device, auto)
}

/** Its owner is about to pay for it by hand: it is not paid twice. */
const isBeingRenewed = async (tx: Tx, deviceId: number): Promise<boolean> =>
  (await tx.$count(renewalHolds, eq(renewalHolds.deviceId, deviceId))) > 0

const scheduleRetry = (tx: Tx, deviceId: number, nextTryAt: Date, failure?: string) =>
  tx
    .update(autoRenewals)
    .set({ nextTryAt, ...(failure !== undefined && { failure }) })
    .where(eq(autoRenewals.deviceId, deviceId))

/**
 * Order, money and time in one transaction. The money is named by the device and the end that it moves, so that no period
 * is paid twice.
 */
const renewOne = async (
  deps: RenewalDeps,
  tx: Tx,
  { id: deviceId, name: deviceName, expiresAt: oldEnd }: DeviceRow,
  { userId, productId, payMethod }: AutoRenewalRow,
): Promise<void> => {
  const now = deps.clock.now()
  const { id: orderId, payableCents: amountCents } = await createRenewal(
    tx,
    { userId, deviceIds: [deviceId], id: productId },
    now,
  )
  const key = `device:${deviceId}:autoRenew:${oldEnd.getTime()}`
  const from = { userId, kind: payMethod === PayMethod.beans ? 'beans' : 'balance' } as const
  await transfer(tx, { key, reason: 'autoRenew', from, to: { kind: 'revenue' }, amountCents, orderId, deviceId }, now)
  const paid = await markOrderPaid(tx, orderId, payMethod, now)
  if (!paid) throw new Error(`order ${orderId} was paid and not settled`)
  await renewDevices(deps, tx, paid)
  const [renewed] = await tx.select().from(devices).where(eq(devices.id, deviceId))
  const expiresAt = renewed?.expiresAt.getTime() ?? 0
  const facts = { deviceId, deviceName, amountCents, expiresAt }
  await deps.outbox.add(tx, { event: 'autoRenewed', userId, key, facts })
}

/** Tried again later; its owner is told once for each end. */
const reportFailure = async (
  { clock, outbox }: RenewalDeps,
  tx: Tx,
  { id: deviceId, name: deviceName, ownerId: userId, expiresAt: end }: DeviceRow,
  reason: string,
): Promise<void> => {
  await scheduleRetry(tx, deviceId, later(clock.now(), AUTO_RENEW_RETRY_MS), reason)
  const expiresAt = end.getTime()
  const key = `device:${deviceId}:autoRenewFailed:${expiresAt}`
  await outbox.add(tx, { event: 'autoRenewFailed', userId, key, facts: { deviceId, deviceName, expiresAt, reason } })
}
