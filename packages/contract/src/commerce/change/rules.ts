import { exact, exactSum, exactTimes, shareDown } from '../../money.ts'

/** Validity of a quote. */
export const CHANGE_QUOTE_MS = 10 * 60_000

/** A device goes on in another configuration for no less than this. */
export const CHANGE_MINIMUM_HOURS = 24

const SECONDS_PER_HOUR = 3600

export interface BoughtTime {
  /** Amount paid after the coupon; credit from an earlier device counts as paid. */
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

export interface CarriedTime {
  /** The remaining value at the quote, which the price was reduced by. */
  readonly valueCents: number
  /** The remaining value when the change begins: the old device was used until then. */
  readonly leftCents: number
  /** Amount paid in addition. */
  readonly paidCents: number
  readonly boughtSeconds: number
  /** From the quote to the beginning of the change; the new time runs meanwhile. */
  readonly passedSeconds: number
}

/**
 * The part of a remaining value that counts as paid for the new time: no more than leaves the device worth, at the
 * beginning of the change, what was left of the old time and what was paid. Otherwise a dear device could be used at the
 * rate of a cheap one for as long as a quote holds, again and again.
 */
export const carriedValueCents = (time: CarriedTime): number => {
  const { valueCents, leftCents, paidCents, boughtSeconds, passedSeconds } = time
  const honestCents = shareDown(exactSum([leftCents, paidCents]), boughtSeconds, boughtSeconds - passedSeconds)
  return Math.min(exact(valueCents), honestCents - paidCents)
}

/** The time that a surplus of credit buys at the new product's price, rounded down to the second. */
export const extraTimeSeconds = (surplusCents: number, priceCents: number, goodTimeHours: number): number =>
  shareDown(surplusCents, exactTimes(goodTimeHours, SECONDS_PER_HOUR), priceCents)
