import { exact } from '@yunji/contract/money'

/**
 * Splits a paid amount in proportion to prices, to the cent. The cents lost by rounding down go to the first parts, so that
 * the sum is the paid amount.
 */
export const splitAmount = (paidCents: number, pricesCents: readonly number[]): number[] => {
  const total = pricesCents.reduce((sum, price) => exact(sum + price), 0)
  if (total === 0) throw new RangeError('shares of nothing')
  const shares = pricesCents.map((price) => Number((BigInt(paidCents) * BigInt(price)) / BigInt(total)))
  const left = paidCents - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, index) => (index < left ? share + 1 : share))
}
