import {
  METERED_STOP_KEPT_MS,
  METERED_STOP_REMINDER_MS,
  RETURN_RAN_UNDER_MS,
  RETURN_WITHIN_MS,
  RETURNS_PER_MONTH,
} from './life-limits.ts'
import type { ReturnRefusal } from './life-schema.ts'
import type { DeviceState } from './states.ts'

export interface ReturnFacts {
  readonly state: DeviceState
  /** Through a provider or from the balance; beans are credit. */
  readonly isBoughtByMoney: boolean
  readonly firstStartedAt: number | null
  readonly ranMs: number
  /** Early returns of its owner in this month. */
  readonly returnsThisMonth: number
}

/** Until when a device may be given back, if it does not run for too long before. */
export const returnUntil = (firstStartedAt: number | null): number | null =>
  firstStartedAt === null ? null : firstStartedAt + RETURN_WITHIN_MS

/** Why a device cannot be given back early; nothing when it can. A limit that is reached is passed. */
export const returnRefusalOf = (facts: ReturnFacts, now: number): ReturnRefusal | null => {
  const { state, isBoughtByMoney, firstStartedAt, ranMs, returnsThisMonth } = facts
  if (state === 'released') return 'returned'
  if (!isBoughtByMoney) return 'notBoughtByMoney'
  if (firstStartedAt !== null && now >= firstStartedAt + RETURN_WITHIN_MS) return 'tooLate'
  if (ranMs >= RETURN_RAN_UNDER_MS) return 'ranTooLong'
  if (returnsThisMonth >= RETURNS_PER_MONTH) return 'monthlyLimit'
  return ['running', 'stopped', 'expired', 'faulty'].includes(state) ? null : 'busy'
}

/** When a stopped metered device is released: after its time, and never before its owner has had a day to act. */
export const stopReleaseAt = (stoppedAt: number, remindedAt: number | null): number =>
  Math.max(stoppedAt + METERED_STOP_KEPT_MS, (remindedAt ?? 0) + METERED_STOP_REMINDER_MS)
