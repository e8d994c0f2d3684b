import { RETURNS_PER_MONTH } from './life-limits.ts'
import type { ReturnRefusal } from './life-schema.ts'

export const returnRefusalTexts: Readonly<Record<ReturnRefusal, string>> = {
  notBoughtByMoney: '仅以现金或余额购买的设备可以提前退还',
  tooLate: '首次开机已超过 2 小时，不能提前退还',
  ranTooLong: '设备已运行满 30 分钟，不能提前退还',
  monthlyLimit: `本月已提前退还 ${RETURNS_PER_MONTH} 次，下个月可以再退还`,
  changed: '设备变更过配置或使用过激活码，不能提前退还',
  busy: '设备正在执行任务，请稍后再试',
  returned: '设备已退还',
}

/** The refund rule, as it is shown. */
export const RETURN_RULE_TEXT = `首次开机后 2 小时内且运行不足 30 分钟，可以提前退还，每个账号每月 ${RETURNS_PER_MONTH} 次，款项原路退回`
