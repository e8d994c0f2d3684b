import { exact, exactTimes, shareDown } from '../money/exact.ts'

const SECONDS_PER_HOUR = 3600

export interface BoughtTime {
  /** What was really paid, after the coupon; credit from an earlier device counts as paid. */
  readonly paidCents: number
  readonly boughtSeconds: number
  readonly leftSeconds: number
  readonly isTrial: boolean
}

/**
 * What a purchase of time is still worth: paid × left / bought, rounded down. A trial is worth nothing; no more is left
 * than was bought. A device that was renewed is worth the sum over its purchases.
 */
export const remainingValueCents = ({ paidCents, boughtSeconds, leftSeconds, isTrial }: BoughtTime): number => {
  if (isTrial) return 0
  return shareDown(paidCents, Math.min(exact(leftSeconds), boughtSeconds), boughtSeconds)
}

/** The time that a surplus of credit buys at the new product's price, rounded down to the second. */
export const extraTimeSeconds = (surplusCents: number, priceCents: number, goodTimeHours: number): number =>
  shareDown(surplusCents, exactTimes(goodTimeHours, SECONDS_PER_HOUR), priceCents)
