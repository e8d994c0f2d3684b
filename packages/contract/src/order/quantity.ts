import { exactSum } from '../money/exact.ts'
import { ORDER_MAXIMUM_PHONES } from './limits.ts'

/** Whether an order holds more phones than it may (1014). */
export const isQuantityExceeded = (
  lines: readonly { readonly quantity: number }[],
  maximumPhones: number = ORDER_MAXIMUM_PHONES,
): boolean => exactSum(lines.map(({ quantity }) => quantity)) > maximumPhones
