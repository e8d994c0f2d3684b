import { priceLineLabels } from '@yunji/contract/commerce/checkout/quote'
import { type OrderKind, OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderGoods, OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { formatBeansPayment, formatYuan } from '@yunji/contract/display/money'

const DAY_HOURS = 24

/** `30 天`, `1 小时`. */
export const hoursText = (hours: number): string =>
  hours % DAY_HOURS === 0 ? `${hours / DAY_HOURS} 天` : `${hours} 小时`

const FIXED = '\u00a0'

/** Title of an order with line breaks allowed between its parts only. */
export const titleText = (title: string): string => title.replaceAll(' ', FIXED).replaceAll(`·${FIXED}`, '· ')

/** Orders that become new phones. */
export const makesPhones = (kind: OrderKind): boolean => kind === 'buy' || kind === 'seckill' || kind === 'bigUser'

type Paying = Pick<OrderInfo, 'payMethod' | 'payMethods'>

/** Whether an order was paid in beans, or can be paid in nothing else. */
export const isPaidInBeans = ({ payMethod, payMethods }: Paying): boolean =>
  payMethod === PayMethod.beans || (payMethod === null && payMethods.every((method) => method === PayMethod.beans))

/** `20 豆（¥0.20）` or `¥0.20`, by the method that paid. */
export const paidText = (cents: number, method: PayMethod | null): string =>
  method === PayMethod.beans ? formatBeansPayment(cents) : `¥${formatYuan(cents)}`

/** `30 天 × 2`, 按小时计费. */
export const amountOfGoods = ({ goodTime, quantity, isMetered }: OrderGoods): string =>
  `${isMetered ? '按小时计费' : hoursText(goodTime)} × ${quantity}`

const holdsStock = (kind: OrderKind): boolean => makesPhones(kind) || kind === 'change' || kind === 'video'

const hasCoupon = (lines: OrderInfo['lines']): boolean => lines.some(({ label }) => label === priceLineLabels.coupon)

/** What an unpaid order holds: stock, a coupon, both or nothing. */
const holdsText = ({ kind, lines }: Pick<OrderInfo, 'kind' | 'lines'>): string =>
  [holdsStock(kind) ? '库存' : '', hasCoupon(lines) ? '优惠券' : ''].filter(Boolean).join('和')

/** Before an order is cancelled. */
export const willReturnText = (order: Pick<OrderInfo, 'kind' | 'lines' | 'title'>): string => {
  const holds = holdsText(order)
  return `${holds && `「${order.title}」占用的${holds}会退还，`}需要时可以重新下单。`
}

/** After an order was cancelled or has expired; empty when it is cancelled and held nothing. */
export const returnedText = (order: Pick<OrderInfo, 'kind' | 'lines' | 'status'>): string => {
  const holds = holdsText(order)
  const parts = [order.status === OrderStatus.expired ? '超过支付时间' : '', holds && `${holds}已退还`]
  return parts.filter(Boolean).join('，')
}

const MINUTE_MS = 60_000

/** For whoever leaves an unpaid order; empty when its time is over. */
export const keptText = ({ expiresAt }: Pick<OrderInfo, 'expiresAt'>, nowMs: number): string => {
  const minutes = Math.floor((expiresAt - nowMs) / MINUTE_MS)
  if (minutes < 1) return ''
  return `订单为你保留 ${minutes} 分钟，可在「我的订单」继续支付`
}
