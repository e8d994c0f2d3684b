import { remainingValueCents } from '@yunji/contract/commerce/change/rules'
import { exactSum } from '@yunji/contract/money'
import type { Db, Tx } from '../../../platform/database.ts'
import { findLastChangedAt, listValueShares, type ValueShare } from './store.ts'

/**
 * Remaining value of a device: the sum over its purchases. Purchases carried into a change count there, refunded and
 * gifted time counts nowhere.
 */
export const remainingValueOf = async (db: Db | Tx, deviceId: number, at: Date): Promise<number> =>
  exactSum((await listValueShares(db, deviceId)).map((share) => valueAt(share, at)))

/**
 * Whether a quote's value still holds: the same at its time, and no change since. Otherwise the time before the last change
 * would be credited twice.
 */
export const hasValue = async (db: Db | Tx, deviceId: number, quotedAt: Date, valueCents: number): Promise<boolean> =>
  ((await findLastChangedAt(db, deviceId)) ?? new Date(0)) <= quotedAt &&
  (await remainingValueOf(db, deviceId, quotedAt)) === valueCents

const valueAt = ({ paidCents, boughtSeconds, startsAt }: ValueShare, at: Date): number => {
  const endsAt = (startsAt?.getTime() ?? 0) + boughtSeconds * 1000
  const leftSeconds = Math.max(0, Math.floor((endsAt - at.getTime()) / 1000))
  return remainingValueCents({ paidCents, boughtSeconds, leftSeconds, isTrial: false })
}
