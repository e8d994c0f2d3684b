import { PayMethod } from './enums.ts'
import type { OrderKind } from './kinds.ts'
import type { PayScene } from './pay-scenes.ts'

const { alipay, wechat, beans, balance } = PayMethod

/**
 * What an order can be paid with. Nobody buys beans with beans, or fills a balance from itself; a phone that is metered
 * in beans begins with them.
 */
export const payMethodsOf = (kind: OrderKind, isMetered = false): readonly PayMethod[] => {
  if (isMetered) return [beans]
  if (kind === 'balance') return [alipay, wechat]
  return kind === 'beans' ? [alipay, wechat, balance] : [alipay, wechat, beans, balance]
}

/** Whether it works where the buyer stands: the messaging app lets no other app's payment in. */
export const isOfferedIn = (method: PayMethod, scene: PayScene): boolean =>
  method !== alipay || (scene !== 'messagingBrowser' && scene !== 'miniProgram')
