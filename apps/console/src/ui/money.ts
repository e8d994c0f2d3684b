import { formatYuan } from '@yunji/contract/display/money'

/** Exact amount, as books have it: ¥2,177,460.00, -¥1.00. */
export const money = (cents: number): string => `${cents < 0 ? '-' : ''}¥${formatYuan(Math.abs(cents))}`
