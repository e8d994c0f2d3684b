/** Arithmetic with money: whole, never negative, and refused rather than rounded where numbers stop being exact. */

/** The amount itself, or a `RangeError` for a negative, fractional or inexact one. */
export const exact = (amount: number): number => {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not a whole, exact amount: ${amount}`)
  return amount
}

export const exactTimes = (amount: number, times: number): number => exact(exact(amount) * exact(times))

export const exactSum = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => exact(sum + exact(amount)), 0)

/**
 * amount × part / total, rounded down. The product may be larger than a number holds exactly; then it is worked out in
 * `BigInt`, called as a function because older hosts of the mini-program cannot parse its literals.
 */
export const shareDown = (amount: number, part: number, total: number): number => {
  if (exact(total) === 0) throw new RangeError('a share of nothing')
  const product = exact(amount) * exact(part)
  if (Number.isSafeInteger(product)) return (product - (product % total)) / total
  return exact(Number((BigInt(amount) * BigInt(part)) / BigInt(total)))
}
