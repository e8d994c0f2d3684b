import { exactSum } from '../money/exact.ts'
import type { OrderKind } from './kinds.ts'
import { MAXIMUM_PENDING_ORDERS } from './limits.ts'

/** Orders that take phones out of stock before they are paid. */
export const phoneOrderKinds = ['buy', 'seckill', 'bigUser'] as const satisfies readonly OrderKind[]

export interface PendingPhoneOrder {
  readonly orderId: number
  readonly title: string
  readonly phones: number
}

export const takesPhones = (kind: OrderKind): boolean => (phoneOrderKinds as readonly OrderKind[]).includes(kind)

/**
 * Why an account may not order more phones before it has paid for or cancelled those it has ordered (1014); null when it
 * may. The sentence names the orders.
 */
export const pendingRefusal = (
  pending: readonly PendingPhoneOrder[],
  wantedPhones: number,
  maximumPhones: number,
): string | null => {
  const held = exactSum(pending.map(({ phones }) => phones))
  const names = pending.map(({ title }) => `「${title}」`).join('、')
  if (pending.length >= MAXIMUM_PENDING_ORDERS) {
    return `您有 ${pending.length} 笔订单待支付：${names}，请先支付或取消`
  }
  if (pending.length > 0 && held + wantedPhones > maximumPhones) {
    return `待支付订单${names}已占用 ${held} 台，同时最多 ${maximumPhones} 台，请先支付或取消`
  }
  return null
}
