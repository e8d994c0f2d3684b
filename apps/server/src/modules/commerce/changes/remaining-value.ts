import { remainingValueCents } from '@yunji/contract/commerce/change/rules'
import { exactSum } from '@yunji/contract/money'
import { and, eq, isNotNull, isNull, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'

interface Share {
  readonly paidCents: number
  readonly boughtSeconds: number
  readonly startsAt: Date | null
}

/**
 * What the time that was bought for a device is still worth: the sum over its purchases. What went into a change is carried
 * by that, and counts there; what was paid back counts nowhere; what was given was not paid for.
 */
export const remainingValueOf = async (db: Db | Tx, deviceId: number, at: Date): Promise<number> => {
  const bought: Share[] = await db.select().from(orderDevices).where(isCountedShare(deviceId))
  const changed: Share[] = await db
    .select({
      paidCents: sql`${deviceChanges.valueCents} + ${deviceChanges.paidCents}`.mapWith(Number),
      boughtSeconds: deviceChanges.boughtSeconds,
      startsAt: deviceChanges.startsAt,
    })
    .from(deviceChanges)
    .where(isCountedChange(deviceId))
  return exactSum([...bought, ...changed].map((share) => valueAt(share, at)))
}

/** The moment of the last change that succeeded; long ago where there was none. */
const lastChangedAt = async (db: Db | Tx, deviceId: number): Promise<Date> => {
  const [last] = await db
    .select({ endedAt: max(deviceChanges.endedAt) })
    .from(deviceChanges)
    .where(and(eq(deviceChanges.deviceId, deviceId), isNotNull(deviceChanges.startsAt)))
  return last?.endedAt ?? new Date(0)
}

/**
 * Whether a device has the value of a quote still: the same at that moment, and no change since. Otherwise the time
 * before the last change would be credited once more.
 */
export const hasValue = async (db: Db | Tx, deviceId: number, quotedAt: Date, valueCents: number): Promise<boolean> =>
  (await lastChangedAt(db, deviceId)) <= quotedAt && (await remainingValueOf(db, deviceId, quotedAt)) === valueCents

const valueAt = ({ paidCents, boughtSeconds, startsAt }: Share, at: Date): number => {
  const endsAt = (startsAt?.getTime() ?? 0) + boughtSeconds * 1000
  const leftSeconds = Math.max(0, Math.floor((endsAt - at.getTime()) / 1000))
  return remainingValueCents({ paidCents, boughtSeconds, leftSeconds, isTrial: false })
}

const isCountedShare = (deviceId: number) =>
  and(eq(orderDevices.deviceId, deviceId), isNull(orderDevices.returnedAt), isNull(orderDevices.carriedAt))

const isCountedChange = (deviceId: number) =>
  and(eq(deviceChanges.deviceId, deviceId), isNotNull(deviceChanges.startsAt), isNull(deviceChanges.carriedAt))

/** Everything that was bought for a device so far is worth nothing by itself from now on. */
export const carryRemainingValue = async (tx: Tx, deviceId: number, now: Date): Promise<void> => {
  await tx.update(orderDevices).set({ carriedAt: now }).where(isCountedShare(deviceId))
  await tx.update(deviceChanges).set({ carriedAt: now }).where(isCountedChange(deviceId))
}
