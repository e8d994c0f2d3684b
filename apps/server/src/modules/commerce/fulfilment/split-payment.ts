import { exact } from '@yunji/contract/money'

/**
 * Cuts what was paid into parts that are as the prices of what was bought, to the cent: what is lost by rounding down goes
 * to the first ones, so that all parts together are what was paid.
 */
export const splitPayment = (paidCents: number, pricesCents: readonly number[]): number[] => {
  const total = pricesCents.reduce((sum, price) => exact(sum + price), 0)
  if (total === 0) throw new RangeError('shares of nothing')
  const shares = pricesCents.map((price) => Number((BigInt(paidCents) * BigInt(price)) / BigInt(total)))
  const left = paidCents - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, index) => (index < left ? share + 1 : share))
}
