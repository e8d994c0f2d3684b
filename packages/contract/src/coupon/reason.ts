import { formatYuan } from '../display/money.ts'
import type { Unfit } from './verdict.ts'

const NOT_IN_RANGE = '所购商品不在适用范围'

/** The reason that a ticket shows when it does not apply. */
export const unfitText = (unfit: Unfit): string => {
  if (unfit.why === 'belowThreshold') return `还差 ${formatYuan(unfit.missingCents)} 元可用`
  return unfit.why === 'notFirstRecharge' ? '仅限首次充值可用' : NOT_IN_RANGE
}
