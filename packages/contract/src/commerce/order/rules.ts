import { exactSum } from '../../money.ts'
import { PayMethod, type PayScene } from '../payment/enums.ts'
import { BusinessType, type OrderKind } from './enums.ts'

/** Phones in one order; a big user's list has its own limit. */
export const ORDER_MAXIMUM_PHONES = 50

/** A pending order that is not paid by then expires. */
export const ORDER_LIFETIME_MS = 15 * 60_000

/** Unpaid orders for phones that an account may have at a time; the phones in them together are an order's maximum. */
export const MAXIMUM_PENDING_ORDERS = 3

/**
 * The business that each order call belongs to, which a coupon's must equal. `createOrder` names its own; recharging the
 * balance has none and takes no coupon.
 */
export const businessOfCall = {
  createCloudOrder: BusinessType.cloudMachine,
  createCloudOrderNew: BusinessType.cloudMachine,
  createBigUserLinkOrder: BusinessType.cloudMachine,
  createSeckillActivityOrder: BusinessType.cloudMachine,
  createTimeToMonthOrder: BusinessType.cloudMachine,
  createUpOrDownOrder: BusinessType.cloudMachineUpgrade,
  createVideoOrder: BusinessType.cloudMachineUpgrade,
  purchaseActivationCode: BusinessType.activationCodeMall,
  agentBalanceRecharge: null,
} as const satisfies Record<string, BusinessType | null>

/** Business type of each kind of order. */
export const businessOfKind = {
  buy: BusinessType.cloudMachine,
  renew: BusinessType.cloudMachine,
  seckill: BusinessType.cloudMachine,
  bigUser: BusinessType.cloudMachine,
  toMonthly: BusinessType.cloudMachine,
  change: BusinessType.cloudMachineUpgrade,
  video: BusinessType.cloudMachineUpgrade,
  codes: BusinessType.activationCodeMall,
  beans: BusinessType.cloudBeans,
  space: BusinessType.cloudSpace,
  balance: null,
} as const satisfies Record<OrderKind, BusinessType | null>

/** Business types that `createOrder` accepts. */
export const namedBusinesses = [BusinessType.cloudBeans, BusinessType.cloudSpace] as const

const { alipay, wechat, beans, balance } = PayMethod

/**
 * Payment methods of an order. Beans are not sold for beans, nor balance for balance; metered phones are paid in beans.
 */
export const payMethodsOf = (kind: OrderKind, isMetered = false): readonly PayMethod[] => {
  if (isMetered) return [beans]
  if (kind === 'balance') return [alipay, wechat]
  return kind === 'beans' ? [alipay, wechat, balance] : [alipay, wechat, beans, balance]
}

/** Whether a method works in a scene: WeChat blocks Alipay. */
export const isOfferedIn = (method: PayMethod, scene: PayScene): boolean =>
  method !== alipay || (scene !== 'messagingBrowser' && scene !== 'miniProgram')

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

/** Whether an order holds more phones than it may (1014). */
export const isQuantityExceeded = (
  lines: readonly { readonly quantity: number }[],
  maximumPhones: number = ORDER_MAXIMUM_PHONES,
): boolean => exactSum(lines.map(({ quantity }) => quantity)) > maximumPhones
