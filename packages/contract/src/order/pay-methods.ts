import { PayMethod } from './enums.ts'
import type { OrderKind } from './kinds.ts'

const { alipay, wechat, beans, balance } = PayMethod

/** What an order can be paid with. Nobody buys beans with beans, or fills a balance from itself. */
export const payMethodsOf = (kind: OrderKind): readonly PayMethod[] => {
  if (kind === 'balance') return [alipay, wechat]
  return kind === 'beans' ? [alipay, wechat, balance] : [alipay, wechat, beans, balance]
}
